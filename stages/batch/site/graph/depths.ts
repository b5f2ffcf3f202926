import { canonicalPage } from '../rules/addresses.ts'
import { MAX_DEPTH, type Site } from '../site.ts'

const UNREACHED = -1

/**
 * Clicks from the start pages to each page, by followed links; redirects and the way from a page to its canonical take
 * none, as in the crawl. -1 where no way leads.
 */
export function clickDepths(site: Site): Int16Array {
  const { pages, addresses } = site
  const { links } = pages
  const depths = new Int16Array(pages.count).fill(UNREACHED)
  // Each page enters once, behind all pages with fewer clicks.
  const queue = new Int32Array(pages.count)
  let end = 0
  const reach = (page: number, depth: number) => {
    for (let at = page; at >= 0 && depths[at] === UNREACHED; at = canonicalPage(site, at)) {
      depths[at] = depth
      queue[end++] = at
    }
  }
  for (let address = 0; address < addresses.count; address++)
    if (addresses.isSeed[address] === 1) reach(addresses.page[address] as number, 0)
  for (let first = 0; first < end; first++) {
    const page = queue[first] as number
    const depth = Math.min((depths[page] as number) + 1, MAX_DEPTH)
    for (let at = links.start[page] as number; at < (links.start[page + 1] as number); at++) {
      const link = links.values[at] as number
      if ((link & 1) === 0) reach(addresses.page[link >> 1] as number, depth)
    }
  }
  return depths
}
