import { addressesWhere, pageUrl } from './addresses.ts'
import type { AnalysedSite, LinkKind, SiteItem } from './site-rule.ts'

/** A page that links somewhere, and the text of its first link there. */
export interface LinkSource {
  readonly url: string
  readonly text: string
}

/** Sources that an item names; if there are more, `sources_total` counts all. */
const MAX_SOURCES = 20

interface Found {
  /** Page and place of the link among its links, alternating. */
  readonly first: number[]
  total: number
}

/**
 * The addresses for which `isWanted` holds and to which pages link, as items with their sources, in order of their URLs.
 * A page that links to itself is no source.
 */
export function* linkItems(
  site: AnalysedSite,
  isWanted: (address: number) => boolean,
  about: (address: number) => Readonly<Record<string, unknown>>,
  kind: LinkKind = 'all',
): Generator<SiteItem> {
  const found = findSources(site, isWanted, kind)
  for (const { address, url } of addressesWhere(site, (one) => found.has(one))) {
    const { first, total } = found.get(address) as Found
    const rest = total > MAX_SOURCES && { sources_total: total }
    let known: LinkSource[] | undefined
    yield {
      url,
      ...about(address),
      // A report shows its first items only: the sources of all others are not looked up.
      get sources() {
        known ??= sourcesOf(site, first)
        return known
      },
      ...rest,
    }
  }
}

function findSources(
  { pages, addresses }: AnalysedSite,
  isWanted: (address: number) => boolean,
  kind: LinkKind,
): Map<number, Found> {
  const wanted = Uint8Array.from({ length: addresses.count }, (_, address) => Number(isWanted(address)))
  const lastSource = new Int32Array(addresses.count).fill(-1)
  const found = new Map<number, Found>()
  if (!wanted.includes(1)) return found
  const { start, values } = pages.links
  let page = 0
  for (let at = 0; at < values.length; at++) {
    const link = values[at] as number
    const address = link >> 1
    if (wanted[address] !== 1 || !isOfKind(link, kind)) continue
    while (at >= (start[page + 1] as number)) page++
    if (lastSource[address] === page || pages.address[page] === address) continue
    lastSource[address] = page
    addSource(found, address, page, at - (start[page] as number))
  }
  return found
}

/** Whether a link (twice the address, plus 1 without following) is of a kind. */
export function isOfKind(link: number, kind: LinkKind): boolean {
  return kind === 'all' || (link & 1) === Number(kind === 'nofollow')
}

function addSource(found: Map<number, Found>, address: number, page: number, at: number): void {
  const known = found.get(address) ?? { first: [], total: 0 }
  found.set(address, known)
  known.total += 1
  if (known.total <= MAX_SOURCES) known.first.push(page, at)
}

function sourcesOf(site: AnalysedSite, first: readonly number[]): LinkSource[] {
  return Array.from({ length: first.length / 2 }, (_, at) => {
    const page = first[2 * at] as number
    return { url: pageUrl(site, page), text: site.linkText(page, first[2 * at + 1] as number) }
  })
}
