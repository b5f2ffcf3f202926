import { viewportMissing } from '#stages/score/audit/rules/metadata/viewport/viewport-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(viewportMissing, {
  passes: [
    {
      name: 'Lighthouse viewport',
      page: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    {
      name: 'browsers obey one in the body',
      page: '<body><p>Text</p><meta name="viewport" content="width=device-width"></body>',
    },
  ],
  fails: [
    { name: 'Lighthouse viewport: none', page: '<title>A</title>', message: 'missing', evidence: null },
  ],
  notApplicable: 'every page is shown in a viewport',
  notDecidable: [
    {
      name: 'a head beyond what is read',
      page: { html: '<title>aaaa', budgets: { maxChars: 10 } },
      reason: 'truncated',
    },
  ],
})
