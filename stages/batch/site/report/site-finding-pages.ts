import { pageUrl, urlOf } from '../rules/addresses.ts'
import { isOfKind } from '../rules/link-items.ts'
import type { AnalysedSite, LinkKind, SiteItem } from '../rules/site-rule.ts'
import type { FindingPages } from './chosen-pages.ts'
import { applicableRules, shortened, urlsOf } from './site-issues.ts'

/** URLs of a group of pages, and items besides the first, that each row has: all rows together are linear in the pages. */
const MAX_URLS = 20
const MAX_MORE = 20

/**
 * What a rule about the site found, by the places of the results. An item stands at the pages that it names; one that names
 * no page with a result, as a link to another site, at the pages that link to it.
 */
export function siteFindingPages(site: AnalysedSite, ruleId: string): FindingPages {
  const placesOf = placesByUrl(site)
  const items = new ItemsByPlace()
  const rule = applicableRules(site).find(({ id }) => id === ruleId)
  if (rule === undefined) return items
  const unplaced = new Map<string, SiteItem>()
  for (const item of rule.find(site)) {
    const shown = shortened(item, MAX_URLS)
    const places = new Set(urlsOf(item).flatMap((url) => placesOf.get(url) ?? []))
    for (const place of places) items.add(place, shown)
    if (places.size === 0 && 'url' in item) unplaced.set(item.url as string, shown)
  }
  for (const [page, item] of linksTo(site, unplaced, rule.links))
    for (const place of placesOf.get(pageUrl(site, page)) ?? []) items.add(place, item)
  return items
}

/** The items of each place: some of them, and how many there are. */
class ItemsByPlace implements FindingPages {
  readonly #items = new Map<number, { readonly shown: SiteItem[]; total: number }>()

  add(place: number, item: SiteItem): void {
    const known = this.#items.get(place)
    if (known === undefined) this.#items.set(place, { shown: [item], total: 1 })
    else {
      known.total += 1
      if (known.shown.length <= MAX_MORE) known.shown.push(item)
    }
  }

  isFound(at: number): boolean {
    return this.#items.has(at)
  }

  foundAt(at: number) {
    const { shown, total } = this.#items.get(at) ?? { shown: [], total: 0 }
    const [first, ...more] = shown
    if (first === undefined) return null
    if (more.length === 0) return first
    return { ...first, more, ...(total > shown.length && { more_total: total - 1 }) }
  }
}

/** The pages with a link of a kind to one of these URLs, each with the item of that URL. A page's links to itself do not count. */
function* linksTo(
  site: AnalysedSite,
  items: ReadonlyMap<string, SiteItem>,
  kind: LinkKind | undefined,
): Generator<readonly [page: number, item: SiteItem]> {
  if (kind === undefined || items.size === 0) return
  const byAddress = new Map<number, SiteItem>()
  for (let address = 0; address < site.addresses.count; address++) {
    const item = items.get(urlOf(site, address))
    if (item !== undefined) byAddress.set(address, item)
  }
  const lastPage = new Map<number, number>()
  for (const { page, address } of linksOf(site, kind)) {
    const item = byAddress.get(address)
    if (item === undefined || lastPage.get(address) === page) continue
    lastPage.set(address, page)
    yield [page, item]
  }
}

/** The links of a kind to other pages, in the order of pages. */
function* linksOf({ pages }: AnalysedSite, kind: LinkKind) {
  const { start, values } = pages.links
  for (let page = 0; page < pages.count; page++)
    for (let at = start[page] as number; at < (start[page + 1] as number); at++) {
      const link = values[at] as number
      const address = link >> 1
      if (isOfKind(link, kind) && pages.address[page] !== address) yield { page, address }
    }
}

/**
 * The places of the results of each URL. A page without a row, as one of another site to which a crawled URL redirects, is at
 * the place of the first URL in order that leads there.
 */
function placesByUrl(site: AnalysedSite): ReadonlyMap<string, readonly number[]> {
  const { results, addresses, pages } = site
  const places = new Map<string, number[]>()
  const add = (url: string, place: number) => {
    const known = places.get(url)
    if (known === undefined) places.set(url, [place])
    else known.push(place)
  }
  const standIns = new Map<number, { readonly address: number; readonly place: number }>()
  for (const [place, address] of results.address.entries()) {
    if (address < 0) continue
    add(urlOf(site, address), place)
    const page = addresses.page[address] as number
    const known = standIns.get(page)
    if (page >= 0 && (known === undefined || address < known.address)) standIns.set(page, { address, place })
  }
  for (const [page, { place }] of standIns)
    if (!places.has(urlOf(site, pages.address[page] as number))) add(pageUrl(site, page), place)
  return places
}
