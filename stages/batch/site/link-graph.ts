import { canonicalPage } from './rules/addresses.ts'
import { MAX_DEPTH, type NumberLists, type Site } from './site.ts'

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

/** The probability that a reader follows a link (Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 2.1.1). */
const DAMPING = 0.85
/** Ranks have settled when they change by less than this share in all. */
const SETTLED = 1e-6
const MAX_ROUNDS = 60

/** PageRank of each page, together 1. A page without links leads to every page alike. */
export function pageRanks(graph: NumberLists): Float64Array {
  const count = graph.start.length - 1
  let ranks = new Float64Array(count).fill(1 / count)
  let former = new Float64Array(count)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    ;[ranks, former] = [former, ranks]
    spread(graph, former, ranks)
    const change = ranks.reduce((sum, rank, page) => sum + Math.abs(rank - (former[page] as number)), 0)
    if (change < SETTLED) break
  }
  return ranks
}

/** One round: each page passes its rank on to the pages that it links to. */
function spread({ start, values }: NumberLists, former: Float64Array, ranks: Float64Array): void {
  const stranded = former.reduce((sum, rank, page) => (start[page] === start[page + 1] ? sum + rank : sum), 0)
  ranks.fill((1 - DAMPING + DAMPING * stranded) / ranks.length)
  for (let page = 0; page < ranks.length; page++) {
    const from = start[page] as number
    const to = start[page + 1] as number
    const share = (DAMPING * (former[page] as number)) / (to - from)
    for (let at = from; at < to; at++) {
      const target = values[at] as number
      ranks[target] = (ranks[target] as number) + share
    }
  }
}

const HUNDRED = 100

/**
 * The link score of each page, from 0 to 100 with one decimal: its PageRank on a logarithmic scale, on which a page that
 * nothing links to has 0 and the page with the highest rank 100.
 */
export function linkScores(graph: NumberLists): Float64Array {
  const ranks = pageRanks(graph)
  const lowest = ranks.reduce((least, rank) => Math.min(least, rank), 1)
  const highest = ranks.reduce((most, rank) => Math.max(most, rank), 0)
  const range = Math.log(highest / lowest)
  // Where all ranks are equal but for rounding, no page has more than another.
  if (!(range > SETTLED)) return ranks.fill(0)
  return ranks.map((rank) => Math.round((Math.log(rank / lowest) / range) * HUNDRED * 10) / 10)
}
