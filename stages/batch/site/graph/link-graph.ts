import type { NumberLists, Site } from '../site.ts'

/** What the followed links between the pages of a site come to. */
export interface LinkGraph {
  /** By address: the different other pages with a followed link to it. */
  readonly inlinks: Uint32Array
  /** By page: the different other pages from which a followed link leads to it, through redirects too. */
  readonly pageInlinks: Uint32Array
  /** By page: the different addresses of other pages that it links to with followed links. */
  readonly outlinks: Uint32Array
}

/** Counts the followed links. A link to the page itself does not count. */
export function buildLinkGraph({ pages, addresses }: Site): LinkGraph {
  const { start, values } = pages.links
  const inlinks = new Uint32Array(addresses.count)
  const pageInlinks = new Uint32Array(pages.count)
  const outlinks = new Uint32Array(pages.count)
  // The last page that linked to an address, and that led to a page; numbers from 1.
  const linkedBy = new Uint32Array(addresses.count)
  const reachedBy = new Uint32Array(pages.count)
  for (let page = 0; page < pages.count; page++) {
    const end = start[page + 1] as number
    for (let at = start[page] as number; at < end; at++) {
      const link = values[at] as number
      const address = link >> 1
      const target = addresses.page[address] as number
      if ((link & 1) === 1 || linkedBy[address] === page + 1 || target === page) continue
      linkedBy[address] = page + 1
      inlinks[address] = (inlinks[address] as number) + 1
      outlinks[page] = (outlinks[page] as number) + 1
      if (target < 0 || reachedBy[target] === page + 1) continue
      reachedBy[target] = page + 1
      pageInlinks[target] = (pageInlinks[target] as number) + 1
    }
  }
  return { inlinks, pageInlinks, outlinks }
}

/** The different other pages that each page leads to with followed links, through redirects, in the order of its links. */
export function nextPages({ pages, addresses }: Site, { pageInlinks }: LinkGraph): NumberLists {
  const { start: linkStart, values: links } = pages.links
  const start = new Uint32Array(pages.count + 1)
  const values = new Int32Array(pageInlinks.reduce((sum, count) => sum + count, 0))
  const reachedBy = new Uint32Array(pages.count)
  let length = 0
  for (let page = 0; page < pages.count; page++) {
    for (let at = linkStart[page] as number; at < (linkStart[page + 1] as number); at++) {
      const link = links[at] as number
      const target = addresses.page[link >> 1] as number
      if ((link & 1) === 1 || target < 0 || target === page || reachedBy[target] === page + 1) continue
      reachedBy[target] = page + 1
      values[length++] = target
    }
    start[page + 1] = length
  }
  return { start, values }
}
