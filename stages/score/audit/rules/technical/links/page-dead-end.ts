import { leadsToOtherPage } from '../../../derived/links/link-targets.ts'
import { linksOf, uncrawlableLinks } from '../../../derived/links/links.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const pageDeadEnd = rule({
  id: 'page-dead-end',
  severity: 'warning',
  title: 'Page without outgoing links',
  passTitle: 'Page links to other pages',
  why: 'Visitors and crawlers that arrive on a page without links can only go back.',
  fix: 'Link to the home page and to related pages.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: ['document'],
  messages: { deadEnd: 'The page has no links to other pages.' },

  check({ document }) {
    if (linksOf(document).some((link) => leadsToOtherPage(link, document))) return pass
    if (isAppShell(document)) return notDecidable('app_shell')
    if (document.cut !== null) return notDecidable('truncated')
    // Links that cannot be followed are reported by links-uncrawlable.
    return uncrawlableLinks(document).length > 0 ? notApplicable : fail('deadEnd')
  },
})
