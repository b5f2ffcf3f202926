import { sdUnknownType } from '#stages/score/audit/rules/content/structured-data/sd-unknown-type.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(sdUnknownType, {
  passes: [
    {
      name: 'schema.org: LocalBusiness',
      page: structuredPage(jsonLd({ '@type': 'LocalBusiness', name: 'Shop' })),
    },
  ],
  fails: [
    {
      name: 'a misspelt one',
      page: structuredPage(jsonLd({ '@type': 'localBusiness', name: 'Shop' })),
      message: 'unknown',
      affected: 1,
      total: 1,
      says: 'LocalBusiness is meant',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
