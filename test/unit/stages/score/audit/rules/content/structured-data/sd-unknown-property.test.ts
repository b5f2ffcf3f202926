import { sdUnknownProperty } from '#stages/score/audit/rules/content/structured-data/sd-unknown-property.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdUnknownProperty, {
  passes: [
    {
      name: 'schema.org: name of a Product',
      page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })),
    },
  ],
  fails: [
    {
      name: 'one of another type',
      page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup', recipeYield: '2' })),
      message: 'unknown',
      evidence: 'html > head > script',
      says: 'recipeYield',
    },
    {
      name: 'microdata: shown at its element',
      page: structuredPage(
        '<div itemscope itemtype="https://schema.org/Product"><b itemprop="naem">Cup</b></div>',
      ),
      message: 'unknown',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
