import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

/** Clicks from a start page that are many. The threshold is that of SEO crawlers; Google names none. */
const MAX_CLICKS = 4

export const deepPage: SiteRule = {
  id: 'site-deep-page',
  severity: 'info',
  title: 'Pages more than 4 clicks from a start page',
  why: 'The more clicks a page is from the start, the less important Google takes it to be, and the later it is found.',
  fix: 'Link to important pages from pages close to the start: menus, overviews, related pages.',
  effort: 'days',
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
