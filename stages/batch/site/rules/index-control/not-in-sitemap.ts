import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const notInSitemap: SiteRule = {
  id: 'site-not-in-sitemap',
  severity: 'info',
  title: 'Pages that can be indexed are in no sitemap',
  why: 'A sitemap tells search engines which pages matter and when they changed. Pages that are missing in it are found later.',
  fix: 'Add the pages to the sitemap, or let it be made from the pages of the site.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: 'sitemaps',
  *find(site) {
    const { isListed } = site.addresses
    for (const page of site.indexable) {
      const address = site.pages.address[page] as number
      if (isListed[address] === 0) yield { url: pageUrl(site, page) }
    }
  },
}
