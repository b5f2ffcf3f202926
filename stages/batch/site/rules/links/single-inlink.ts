import { isSeed, pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const singleInlink: SiteRule = {
  id: 'site-single-inlink',
  severity: 'info',
  title: 'Pages with only one internal link to them',
  why: 'Links are how search engines find pages and judge their importance. A page with a single internal link is lost when that link goes.',
  fix: 'Link to the page from other related pages.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: 'links',
  *find(site) {
    for (const page of site.indexable)
      if (site.graph.pageInlinks[page] === 1 && !isSeed(site, page)) yield { url: pageUrl(site, page) }
  },
}
