import { originOf, originsWhere, pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const notInSitemap: SiteRule = {
  id: 'site-not-in-sitemap',
  severity: 'info',
  title: 'Indexable pages missing from the sitemap',
  why: 'A sitemap tells search engines which pages matter and when they changed. Pages that are missing from it are found later.',
  fix: 'Add the pages to the sitemap, or generate it from the pages of the site.',
  effort: 'minutes',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: 'sitemaps',
  *find(site) {
    const { isListed, isSeed } = site.addresses
    // Of a host whose sitemaps were not read, it is not known what they list.
    const origins = site.sitemapOrigins ?? originsWhere(site, (address) => isSeed[address] === 1)
    for (const page of site.indexable) {
      const url = pageUrl(site, page)
      if (isListed[site.pages.address[page] as number] === 0 && origins.has(originOf(url))) yield { url }
    }
  },
}
