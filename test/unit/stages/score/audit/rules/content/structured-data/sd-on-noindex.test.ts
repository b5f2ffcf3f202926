import { sdOnNoindex } from '#stages/score/audit/rules/content/structured-data/sd-on-noindex.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const product = jsonLd({ '@type': 'Product', name: 'Cup' })

ruleTester(sdOnNoindex, {
  passes: [{ name: 'the page may be indexed', page: structuredPage(product) }],
  fails: [
    {
      name: 'noindex',
      page: structuredPage(`<meta name="robots" content="noindex">${product}`),
      message: 'unseen',
      evidence: null,
    },
    {
      name: 'pitfall 4: none, by the header',
      page: structuredPage(product, { headers: { 'x-robots-tag': 'none' } }),
      message: 'unseen',
      evidence: null,
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<meta name="robots" content="noindex">' }],
})
