import { robotsTxtNoindexLine } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-noindex-line.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtNoindexLine, {
  passes: [{ name: 'none', page: { robotsTxt: 'User-agent: *\nDisallow: /noindex: /a' } }],
  fails: [
    {
      name: 'Google: not supported',
      page: { robotsTxt: 'User-agent: *\nNoindex: /a' },
      message: 'present',
      evidence: 'line 2: Noindex: /a',
    },
  ],
  notApplicable: [{ name: 'no file', page: '<title>A</title>' }],
})
