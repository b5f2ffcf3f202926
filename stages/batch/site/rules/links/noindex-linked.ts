import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const noindexLinked: SiteRule = {
  id: 'site-noindex-linked',
  severity: 'info',
  title: 'Internal links to pages with noindex',
  why: 'A page with noindex is left out of search results, and in time its links are no longer followed either. The value of links to it is lost.',
  fix: 'Remove noindex where the page should be found; otherwise link to it only where visitors need it.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  needs: 'links',
  links: 'followed',
  *find(site) {
    const { addresses, pages } = site
    const isWanted = (address: number) => {
      const page = addresses.page[address] as number
      const isPage = page >= 0 && pages.address[page] === address
      return addresses.isInside[address] === 1 && isPage && pages.isNoindex[page] === 1
    }
    yield* linkItems(site, isWanted, () => ({}), 'followed')
  },
}
