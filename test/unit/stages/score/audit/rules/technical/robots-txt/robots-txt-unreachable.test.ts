import { robotsTxtUnreachable } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-unreachable.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtUnreachable, {
  passes: [
    { name: 'RFC 9309, 2.3.1.3: 404', page: { robots: { state: 'absent', status: 404 } } },
    { name: 'read', page: { robotsTxt: '' } },
  ],
  fails: [
    {
      name: 'RFC 9309, 2.3.1.4: 503',
      page: { robots: { state: 'unreachable', status: 503 } },
      evidence: 'https://www.example.com/robots.txt (503)',
      message: 'status',
      says: '503',
    },
    {
      name: 'RFC 9309, 2.3.1.4: no answer',
      page: { robots: { state: 'unreachable', status: null, error: 'timeout' } },
      evidence: 'https://www.example.com/robots.txt',
      message: 'noAnswer',
      says: 'timeout',
    },
  ],
  notApplicable: 'every site has the address',
})
