import { robotsTxtTooLarge } from '#stages/score/audit/rules/technical/robots-txt/robots-txt-too-large.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(robotsTxtTooLarge, {
  passes: [{ name: 'RFC 9309, 2.5: 500 KiB', page: { robotsTxt: '', robots: { bytes: 512_000 } } }],
  fails: [
    {
      name: 'one byte more',
      page: { robotsTxt: '', robots: { bytes: 512_001 } },
      message: 'tooLarge',
      evidence: 'https://www.example.com/robots.txt',
      says: '512001 bytes',
    },
  ],
  notApplicable: [{ name: 'no file', page: '<title>A</title>' }],
})
