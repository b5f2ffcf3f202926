import { dateFuture } from '#stages/score/audit/rules/content/publication/date-future.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const article = (more: object) => jsonLd({ '@type': 'Article', headline: 'Cups', author: 'Ann', ...more })

ruleTester(dateFuture, {
  passes: [
    { name: 'the day of the audit', page: structuredPage(article({ datePublished: '2026-03-01' })) },
    {
      name: 'tomorrow: it is that somewhere already',
      page: structuredPage(article({ datePublished: '2026-03-02' })),
    },
  ],
  fails: [
    {
      name: 'a date that is still to come',
      page: structuredPage(article({ datePublished: '2026-04-01', dateModified: '2026-02-01' })),
      message: 'future',
      evidence: 'html > head > script',
      affected: 1,
      total: 2,
      says: '2026-04-01',
    },
    {
      name: 'in the metadata',
      page: '<meta property="article:modified_time" content="2027-01-01T00:00:00Z">',
      message: 'future',
      evidence: 'html > head > meta',
      says: 'modified',
    },
  ],
  notApplicable: [
    { name: 'no date', page: structuredPage(article({})) },
    {
      name: 'an event is to come',
      page: structuredPage(jsonLd({ '@type': 'Event', name: 'Fair', startDate: '2027-01-01' })),
    },
  ],
})
