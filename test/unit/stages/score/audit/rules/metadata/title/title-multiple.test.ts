import { titleMultiple } from '#stages/score/audit/rules/metadata/title/title-multiple.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleMultiple, {
  passes: [
    { name: 'one title', page: '<title>One</title>' },
    {
      name: 'drawings have titles of their own',
      page: '<title>One</title><body><svg><title>Circle</title></svg>',
    },
  ],
  fails: [
    {
      name: 'HTML: no more than one title element',
      page: '<head><title>One</title><title>Two</title></head>',
      message: 'several',
      says: '2 title',
      evidence: 'html > head > title:nth-of-type(1)',
    },
  ],
  notApplicable: [{ name: 'no title', page: '<p>Text' }],
})
