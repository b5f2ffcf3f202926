import { urlSessionId } from '#stages/score/audit/rules/technical/url/url-session-id.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(urlSessionId, {
  passes: [
    { name: 'none', page: { url: 'https://www.example.com/a?id=1' } },
    { name: 'sid is also the number of a subject', page: { url: 'https://www.example.com/a?sid=42' } },
    { name: 'an empty one', page: { url: 'https://www.example.com/a?PHPSESSID=' } },
  ],
  fails: [
    {
      name: 'PHP',
      page: { url: 'https://www.example.com/a?PHPSESSID=26b' },
      message: 'session',
      evidence: 'https://www.example.com/a?PHPSESSID=26b',
      says: 'PHPSESSID',
    },
    {
      name: 'Java, in the path',
      page: { url: 'https://www.example.com/a;jsessionid=1F' },
      message: 'session',
      evidence: 'https://www.example.com/a;jsessionid=1F',
      says: 'jsessionid',
    },
    {
      name: 'Google: a sid',
      page: { url: 'https://www.example.com/a?sid=789abcdef0123456789' },
      message: 'session',
      evidence: 'https://www.example.com/a?sid=789abcdef0123456789',
    },
  ],
  notApplicable: 'every page has an address',
})
