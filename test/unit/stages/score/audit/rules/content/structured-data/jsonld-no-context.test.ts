import { jsonldNoContext } from '#stages/score/audit/rules/content/structured-data/jsonld-no-context.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(jsonldNoContext, {
  passes: [{ name: 'schema.org', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) }],
  fails: [
    {
      name: 'none',
      page: structuredPage('<script type="application/ld+json">{"@type":"Product","name":"Cup"}</script>'),
      message: 'noContext',
      evidence: 'html > head > script',
      affected: 1,
      total: 1,
      says: '@context is missing',
    },
    {
      name: 'another vocabulary',
      page: structuredPage(
        '<script type="application/ld+json">{"@context":"https://example.org/","@type":"Product"}</script>',
      ),
      message: 'noContext',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [{ name: 'no structured data', page: '<p>Text' }],
})
