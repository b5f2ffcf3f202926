import { ogUrlRelative } from '#stages/score/audit/rules/metadata/social/og-url-relative.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ogUrlRelative, {
  passes: [{ name: 'absolute', page: '<meta property="og:url" content="https://www.example.com/page">' }],
  fails: [
    {
      name: 'a path',
      page: '<meta property="og:url" content="/page">',
      message: 'relative',
      evidence: 'html > head > meta',
      says: '"/page"',
    },
    {
      name: 'without a scheme',
      page: '<meta property="og:url" content="//www.example.com/page">',
      message: 'relative',
      evidence: 'html > head > meta',
    },
    {
      name: 'a bare host',
      page: '<meta property="og:url" content="www.example.com/page">',
      message: 'relative',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
