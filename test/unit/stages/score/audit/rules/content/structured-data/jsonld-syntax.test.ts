import { jsonldSyntax } from '#stages/score/audit/rules/content/structured-data/jsonld-syntax.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(jsonldSyntax, {
  passes: [
    { name: 'a block', page: structuredPage(jsonLd({ '@type': 'Product' })) },
    {
      name: 'pitfall 20: a parameter and upper case',
      page: structuredPage(
        '<script type="Application/LD+JSON; charset=utf-8">{"@context":"https://schema.org","@type":"Thing"}</script>',
      ),
    },
  ],
  fails: [
    {
      name: 'RFC 8259: a brace is missing',
      page: structuredPage(
        `<script type="application/ld+json">{"@type": </script>${jsonLd({ '@type': 'Product' })}`,
      ),
      message: 'broken',
      evidence: 'html > head > script:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'RFC 8259: a comma after the last value',
      page: structuredPage(
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing",}</script>',
      ),
      message: 'broken',
      evidence: 'html > head > script',
    },
  ],
  notApplicable: [{ name: 'no block', page: structuredPage('<script>{"a": </script>') }],
  notDecidable: [
    { name: 'blocks were left out', page: { structured: { blocks: 3, isCut: true } }, reason: 'truncated' },
  ],
})
