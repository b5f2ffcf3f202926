import { sdRichResultRetired } from '#stages/score/audit/rules/content/structured-data/sd-rich-result-retired.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdRichResultRetired, {
  passes: [
    { name: 'a rich result that is shown', page: structuredPage(jsonLd({ '@type': 'Recipe', name: 'Tea' })) },
  ],
  fails: [
    {
      name: 'Google, 2023-09-13: how-to',
      page: structuredPage(jsonLd({ '@type': 'HowTo', name: 'Make tea' })),
      message: 'retired',
      evidence: 'html > head > script',
      says: '2023-09-13',
    },
    {
      name: 'Google, 2025-06-12: claim review',
      page: structuredPage(jsonLd({ '@type': 'ClaimReview', url: 'https://www.example.com/' })),
      message: 'retired',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
