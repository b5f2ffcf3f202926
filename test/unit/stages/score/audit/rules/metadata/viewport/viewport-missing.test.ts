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
  fails: [{ name: 'Lighthouse viewport: none', page: '<title>A</title>' }],
  notApplicable: 'every page is shown in a viewport',
  notDecidable: [
    { name: 'a head beyond what is read', page: `<title>${'a'.repeat(10_485_760)}`, reason: 'truncated' },
  ],
})
