import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

/** Clicks from a start page that are many. The threshold is that of SEO crawlers; Google names none. */
const MAX_CLICKS = 4

export const deepPage: SiteRule = {
  id: 'site-deep-page',
  severity: 'info',
  title: 'Pages are more than 4 clicks away from a start page',
  why: 'The more clicks a page is away from the start, the less important Google takes it to be, and the later it is found.',
  fix: 'Link to important pages from pages that are close to the start: menus, overviews, related pages.',
  reference:
    'https://developers.google.com/search/docs/specialty/ecommerce/help-google-understand-your-ecommerce-site-structure',
  needs: 'links',
  *find(site) {
    const { depth } = site.pages
    for (const page of site.indexable) {
      const clicks = depth[page] as number
      if (clicks > MAX_CLICKS) yield { url: pageUrl(site, page), depth: clicks }
    }
  },
}
