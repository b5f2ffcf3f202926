import { robotsTxtGroupShadow } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-group-shadow.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtGroupShadow, {
  passes: [
    {
      name: 'both allow',
      page: { robotsTxt: 'User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /b' },
    },
  ],
  fails: [
    {
      name: 'RFC 9309, 2.2.1: the general group does not hold',
      page: { robotsTxt: 'User-agent: *\nDisallow: /page\n\nUser-agent: Googlebot\nDisallow: /b' },
      evidence: 'robots.txt line 2 (User-agent: *): Disallow: /page',
      message: 'allowed',
      says: 'allows it',
    },
    {
      name: 'the other way round',
      page: { robotsTxt: 'User-agent: *\nDisallow:\n\nUser-agent: Googlebot\nDisallow: /' },
      evidence: 'robots.txt line 5 (User-agent: Googlebot): Disallow: /',
      message: 'disallowed',
    },
  ],
  notApplicable: [
    { name: 'no group for Googlebot', page: { robotsTxt: 'User-agent: *\nDisallow: /' } },
    { name: 'no file', page: '<title>A</title>' },
  ],
})
