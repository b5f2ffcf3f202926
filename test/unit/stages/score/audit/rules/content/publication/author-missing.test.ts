import { authorMissing } from '#stages/score/audit/rules/content/publication/author-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

ruleTester(authorMissing, {
  passes: [
    {
      name: 'Google: author',
      page: structuredPage(jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: 'Ann' } })),
    },
    {
      name: 'pitfall 19: a reference',
      page: structuredPage(jsonLd({ '@type': 'BlogPosting', author: { '@id': '#ann' } })),
    },
  ],
  fails: [
    {
      name: 'none',
      page: structuredPage(jsonLd({ '@type': 'NewsArticle', headline: 'Cups' })),
      message: 'missing',
      evidence: 'html > head > script',
      affected: 1,
      total: 1,
    },
    {
      name: 'pitfall 19: one of a graph',
      page: structuredPage(
        jsonLd({ '@type': 'Article', headline: 'A' }, { '@type': 'Article', headline: 'B', author: 'Ann' }),
      ),
      message: 'missing',
      evidence: 'html > head > script',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'no article', page: structuredPage(jsonLd({ '@type': 'Product', name: 'Cup' })) },
    { name: 'no structured data', page: '<article>Text</article>' },
  ],
})
