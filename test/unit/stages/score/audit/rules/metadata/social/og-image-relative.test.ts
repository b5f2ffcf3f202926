import { ogImageRelative } from '#stages/score/audit/rules/metadata/social/og-image-relative.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ogImageRelative, {
  passes: [{ name: 'absolute', page: '<meta property="og:image" content="https://www.example.com/a.png">' }],
  fails: [
    {
      name: 'one of two',
      page: '<meta property="og:image" content="https://www.example.com/a.png"><meta property="og:image" content="/b.png">',
      message: 'relative',
      affected: 1,
      total: 2,
      evidence: 'html > head > meta:nth-of-type(2)',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
