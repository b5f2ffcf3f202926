import { dateMissing } from '#stages/score/audit/rules/content/publication/date-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const article = (more: object) => jsonLd({ '@type': 'Article', headline: 'Cups', author: 'Ann', ...more })

ruleTester(dateMissing, {
  passes: [
    { name: 'in the structured data', page: structuredPage(article({ datePublished: '2026-02-01' })) },
    {
      name: 'in the metadata',
      page: '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-02-01">',
    },
    {
      name: 'Google: in the text, "Posted Feb 4, 2019"',
      page: structuredPage(`${article({})}<p>Posted Feb 4, 2019`),
    },
    { name: 'in the text, 4. Februar 2019', page: structuredPage(`${article({})}<p>Vom 4. Februar 2019`) },
    { name: 'in the text, 2019年2月4日', page: structuredPage(`${article({})}<p>2019年2月4日`) },
  ],
  fails: [
    {
      name: 'none at all',
      page: structuredPage(`${article({})}<p>Text`),
      message: 'missing',
      evidence: null,
    },
    {
      name: 'Open Graph says it is an article',
      page: '<meta property="og:type" content="article"><p>Text',
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: [{ name: 'no article', page: '<p>Text' }],
})
