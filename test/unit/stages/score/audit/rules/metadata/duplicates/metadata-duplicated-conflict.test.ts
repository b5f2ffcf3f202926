import { metadataDuplicatedConflict } from '#stages/score/audit/rules/metadata/duplicates/metadata-duplicated-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const author = (...names: string[]) => names.map((name) => `<meta name="author" content="${name}">`).join('')
const article = (...names: string[]) =>
  jsonLd({
    '@type': 'NewsArticle',
    headline: 'Bread',
    author: names.map((name) => ({ '@type': 'Person', name })),
    publisher: { '@type': 'Organization', name: 'The Bakery Times' },
  })

ruleTester(metadataDuplicatedConflict, {
  passes: [
    {
      name: 'the meta names the site',
      page: structuredPage(
        `${author('Bakery')}<meta property="og:site_name" content="Bakery">${article('Ann Lee')}`,
      ),
    },
    {
      name: 'ogp.me: images may be many',
      page: '<meta property="og:title" content="A"><meta property="og:image" content="/a"><meta property="og:image" content="/b">',
    },
    {
      name: 'the same twice',
      page: '<meta property="og:title" content="A"><meta property="og:title" content="A">',
    },
    { name: 'an author twice', page: author('Ann Lee', 'ANN LEE') },
    {
      name: "HTML, 4.2.5.1: one of the page's authors; its text names both",
      page: `${author('Ann Lee', 'Bo Berg')}<p>By Ann Lee and Bo Berg</p>`,
    },
    {
      name: 'structured data names the same authors',
      page: structuredPage(`${author('Ann Lee', 'Bo Berg')}${article('Dr. Ann Lee', 'Bo Berg')}`),
    },
    {
      name: 'ogp.me: authors of an article may be many',
      page: '<meta property="og:title" content="A"><meta property="article:author" content="https://a.example/"><meta property="article:author" content="https://b.example/">',
    },
  ],
  fails: [
    {
      name: 'two authors, of which the page shows one',
      page: `${author('Ann Lee', 'Bo Berg')}<p>By Ann Lee</p>`,
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(2)',
      affected: 1,
      total: 1,
      says: 'author',
    },
    {
      name: 'another author in structured data',
      page: structuredPage(`${author('Ann Lee')}${article('Bo Berg')}<p>By Bo Berg</p>`),
      message: 'conflict',
      evidence: 'html > head > meta',
      says: 'author',
    },
    {
      name: 'ogp.me, article: two times of publication',
      page: '<meta property="article:published_time" content="2026-01-01"><meta property="article:published_time" content="2025-01-01">',
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(1)',
    },
    {
      name: 'two titles',
      page: '<meta property="og:title" content="A"><meta property="og:title" content="B"><meta property="og:type" content="website">',
      message: 'conflict',
      evidence: 'html > head > meta:nth-of-type(1)',
      affected: 1,
      total: 2,
      says: 'og:title',
    },
  ],
  notApplicable: [
    { name: 'an author', page: author('Ann Lee') },
    {
      name: 'structured data names one more author',
      page: structuredPage(`${author('Ann Lee')}${article('Bo Berg', 'Ann Lee')}`),
    },
    {
      name: 'the meta names the publisher',
      page: structuredPage(`${author('The Bakery Times')}${article('Ann Lee')}`),
    },
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'descriptions have a rule of their own',
      page: '<meta name="description" content="A"><meta name="description" content="B">',
    },
  ],
})
