import { sdInvalidValue } from '#stages/score/audit/rules/content/structured-data/sd-invalid-value.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdInvalidValue, {
  passes: [
    { name: 'ISO 8601', page: structuredPage(jsonLd({ '@type': 'Article', datePublished: '2026-01-01' })) },
  ],
  fails: [
    {
      name: 'a date that is not ISO 8601',
      page: structuredPage(jsonLd({ '@type': 'Article', datePublished: '1st of May' })),
      message: 'invalid',
      evidence: 'html > head > script',
      says: 'datePublished',
    },
    {
      name: 'a price with its currency',
      page: structuredPage(jsonLd({ '@type': 'Offer', price: '12 EUR' })),
      message: 'invalid',
      evidence: 'html > head > script',
      says: 'price',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
