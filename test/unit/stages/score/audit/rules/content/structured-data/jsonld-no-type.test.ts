import { jsonldNoType } from '#stages/score/audit/rules/content/structured-data/jsonld-no-type.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(jsonldNoType, {
  passes: [{ name: 'a type', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) }],
  fails: [
    {
      name: 'pitfall 19: one of a graph has none',
      page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' }, { name: 'Mug' })),
      message: 'noType',
      evidence: 'html > head > script',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
