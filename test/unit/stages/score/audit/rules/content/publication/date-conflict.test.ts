import { dateConflict } from '#stages/score/audit/rules/content/publication/date-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const article = (more: object) => jsonLd({ '@type': 'Article', headline: 'Cups', author: 'Ann', ...more })
const meta = (what: string, date: string) => `<meta property="article:${what}_time" content="${date}">`

ruleTester(dateConflict, {
  passes: [
    {
      name: 'the same day in another time zone',
      page: structuredPage(
        `${article({ datePublished: '2026-02-01T23:30:00-08:00' })}${meta('published', '2026-02-02')}`,
      ),
    },
    {
      name: 'changed after it was published',
      page: structuredPage(article({ datePublished: '2026-02-01', dateModified: '2026-02-05' })),
    },
  ],
  fails: [
    {
      name: 'structured data and metadata differ',
      page: structuredPage(`${article({ datePublished: '2026-02-01' })}${meta('published', '2026-01-01')}`),
      evidence: 'html > head > script',
      message: 'differ',
      says: '2026-02-01',
    },
    {
      name: 'Google: structured data and visible date differ',
      page: structuredPage(
        `${article({ datePublished: '2026-02-01' })}<time class="entry-date published" datetime="2025-02-01">1 Feb</time>`,
      ),
      evidence: 'html > head > script',
      message: 'differ',
      says: '(text)',
    },
    {
      name: 'changed before it was published',
      page: structuredPage(article({ datePublished: '2026-02-05', dateModified: '2026-02-01' })),
      evidence: 'html > head > script',
      message: 'backwards',
    },
  ],
  notApplicable: [
    { name: 'no article', page: `<p>Text${'<meta property="article:published_time" content="2026-01-01">'}` },
    { name: 'one date', page: structuredPage(article({ datePublished: '2026-02-01' })) },
    {
      name: 'several dates of other articles',
      page: structuredPage(
        `${article({ datePublished: '2026-02-01' })}${'<time class="published" datetime="2025-02-01">1</time>'.repeat(2)}`,
      ),
    },
  ],
})
