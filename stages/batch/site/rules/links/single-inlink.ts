import { isSeed, pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const singleInlink: SiteRule = {
  id: 'site-single-inlink',
  severity: 'info',
  title: 'Only one page links to these pages',
  why: 'Links are how search engines find pages and judge their importance. A page that only one other page links to is lost when that link goes.',
  fix: 'Link to the page from other pages whose readers may want it.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: 'links',
  *find(site) {
    for (const page of site.indexable)
      if (site.graph.pageInlinks[page] === 1 && !isSeed(site, page)) yield { url: pageUrl(site, page) }
  },
}
