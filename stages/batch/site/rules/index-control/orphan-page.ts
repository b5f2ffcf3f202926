import { addressesWhere, isBroken, stateOf } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const orphanPage: SiteRule = {
  id: 'site-orphan-page',
  severity: 'warning',
  title: 'Orphan pages: in the sitemap, but not linked',
  why: 'Every page that matters needs a link from another page of the site: links are how visitors and search engines find pages and judge their importance.',
  fix: 'Link to the page from a related page, or remove it from the sitemap.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: 'sitemaps',
  decidedBy: 'mention',
  *find(site) {
    const isLinked = linkedAddresses(site)
    const { isListed, isInside, isSeed } = site.addresses
    const isOrphan = (address: number) =>
      isListed[address] === 1 &&
      isInside[address] === 1 &&
      isLinked[address] === 0 &&
      isSeed[address] === 0 &&
      !['failed', 'redirect'].includes(stateOf(site, address)) &&
      !isBroken(site, address)
    for (const { url } of addressesWhere(site, isOrphan)) yield { url }
  },
}

/** 1 for each address to which another page links, followed or not, or to which such an address redirects. */
function linkedAddresses({ pages, addresses }: AnalysedSite): Uint8Array {
  const isLinked = new Uint8Array(addresses.count)
  const { start, values } = pages.links
  for (let page = 0; page < pages.count; page++) {
    const end = start[page + 1] as number
    for (let at = start[page] as number; at < end; at++) {
      const address = (values[at] as number) >> 1
      if (address === pages.address[page]) continue
      isLinked[address] = 1
      const target = addresses.page[address] as number
      if (target >= 0 && target !== page) isLinked[pages.address[target] as number] = 1
    }
  }
  return isLinked
}
