import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const deadEnd: SiteRule = {
  id: 'site-dead-end',
  severity: 'info',
  title: 'Pages without links to other pages',
  why: 'Visitors cannot go on from such a page, and the value of links to it ends there.',
  fix: 'Link to the start page and to related pages.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: 'links',
  *find(site) {
    for (const page of site.indexable) if (site.graph.outlinks[page] === 0) yield { url: pageUrl(site, page) }
  },
}
