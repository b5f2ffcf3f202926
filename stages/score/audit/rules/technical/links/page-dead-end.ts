import { leadsToOtherPage } from '../../../derived/links/link-targets.ts'
import { linksOf, uncrawlableLinks } from '../../../derived/links/links.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const pageDeadEnd = rule({
  id: 'page-dead-end',
  severity: 'warning',
  title: 'Page leads on',
  why: 'Visitors and crawlers that come to a page without links can only go back.',
  fix: 'Link to the home page and to pages about the same subject.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: ['document'],
  messages: { deadEnd: 'No link of the page leads to another page.' },

  check({ document }) {
    if (linksOf(document).some((link) => leadsToOtherPage(link, document))) return pass
    if (isAppShell(document)) return notDecidable('app_shell')
    if (document.cut !== null) return notDecidable('truncated')
    // Links that cannot be followed are reported by links-uncrawlable.
    return uncrawlableLinks(document).length > 0 ? notApplicable : fail('deadEnd')
  },
})
