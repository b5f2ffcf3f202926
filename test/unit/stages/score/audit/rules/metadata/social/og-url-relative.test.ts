import { ogUrlRelative } from '#stages/score/audit/rules/metadata/social/og-url-relative.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ogUrlRelative, {
  passes: [{ name: 'absolute', page: '<meta property="og:url" content="https://www.example.com/page">' }],
  fails: [
    { name: 'a path', page: '<meta property="og:url" content="/page">', says: '"/page"' },
    { name: 'without a scheme', page: '<meta property="og:url" content="//www.example.com/page">' },
    { name: 'a bare host', page: '<meta property="og:url" content="www.example.com/page">' },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
