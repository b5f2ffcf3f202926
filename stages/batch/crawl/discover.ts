import { decodeRefresh } from '#shared/messages/payloads/site-facts-text.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { addressOf, equalityKey } from '#shared/web/address-of.ts'
import type { Batch, Discover, Discovery, Item, NewItem } from '../frontier/frontier.ts'
import { type Admission, isWithin, makeAdmission, scopeOf } from './admission.ts'
import { type CrawlPosition, crawlItems, isLast } from './crawl-items.ts'
import { type CrawledPage, parseCrawledPage } from './crawled-page.ts'
import { crawlAddress } from './normalize-address.ts'
import { familyOf } from './spider-traps.ts'

const nothing: Discovery = { items: [], done: [] }

/** One page of a crawl, and the rules for its links. */
interface CrawlVisit {
  readonly batch: Batch
  readonly item: Item
  readonly page: CrawledPage
  readonly scope: string
  /** The URL of the page, after redirects. */
  readonly address: string
  readonly admit: Admission
}

/**
 * Finds the next pages of a crawl in the outcome of a metadata inspection: of the page itself or of its
 * discovery item. Where a page sends on is found in any outcome that tells it. The items have the parameters of
 * the batch, whatever the line of their start page said.
 */
export const discover: Discover = (batch, item, outcome, siteFacts = '') => {
  const { crawl } = batch
  if (crawl === null) return nothing
  const page = tellsLinks(batch, item) ? parseCrawledPage(outcome) : null
  const linked = page === null ? nothing : linkedPages(makeVisit(batch, crawl, item, page))
  const items = refreshItems(batch, crawl, item, siteFacts)
  return items.length === 0 ? linked : { ...linked, items: [...items, ...linked.items] }
}

function linkedPages(visit: CrawlVisit | null): Discovery {
  if (visit === null) return nothing
  const make = makeItemFactory(visit)
  return {
    items: isLast(visit.batch, visit.item) ? [] : nextItems(visit, make),
    done: redirectedItems(visit, make),
  }
}

function tellsLinks({ operation }: Batch, { role }: Item): boolean {
  return operation === 'metadata' || role === 'discovery'
}

function makeVisit(batch: Batch, rules: CrawlRules, item: Item, page: CrawledPage): CrawlVisit | null {
  const requestedUrl = URL.parse(item.parameters.url)
  if (requestedUrl === null) return null
  const scope = item.scope ?? scopeOf(rules.scope, requestedUrl, page.finalUrl)
  if (!isWithin(rules.scope, scope, page.finalUrl)) return null
  const admit = makeAdmission(rules, scope, batch.createdAt)
  return { batch, item, page, scope, address: crawlAddress(page.finalUrl.href), admit }
}

type MakeItems = (url: string, position: CrawlPosition) => NewItem[]

/** Makes the items of a URL. Everything except the URL and its position is computed once. */
function makeItemFactory({
  batch,
  item,
  address,
}: Pick<CrawlVisit, 'batch' | 'item' | 'address'>): MakeItems {
  const checked = checkParameters(batch.operation, { ...batch.parameters, url: address }, true)
  if ('problems' in checked) return () => []
  const templates = crawlItems(batch, checked.parameters, item)
  return (url, position) => {
    const wanted = isLast(batch, position) ? templates.slice(0, 1) : templates
    return wanted.map(({ parameters, role }) => ({ ...position, parameters: { ...parameters, url }, role }))
  }
}

function nextItems(visit: CrawlVisit, make: MakeItems): Discovery['items'] {
  const { item, page, scope, address, admit } = visit
  const depth = item.depth ?? 0
  const from = item.parameters.url
  const itemsAt = (url: string, depth: number) =>
    make(url, { depth, from, scope }).map((next) => ({ ...next, family: familyOf(url) }))
  const canonical = admit(page.canonical)
  // A URL that redirects to its own canonical URL is the page itself.
  const isOwn = canonical !== null && [address, crawlAddress(from)].some((own) => areEqual(own, canonical))
  const otherCanonical = isOwn ? null : canonical
  const links =
    otherCanonical !== null && hasPrecedence(otherCanonical, address) ? [] : admittedLinks(page, admit)
  return [
    ...(otherCanonical === null ? [] : itemsAt(otherCanonical, depth)),
    ...links.flatMap((url) => itemsAt(url, depth + 1)),
  ]
}

function admittedLinks({ links }: CrawledPage, admit: Admission): string[] {
  const admitted = [...links].map((link) => admit(URL.parse(link)))
  return [...new Set(admitted)].filter((address) => address !== null)
}

function areEqual(one: string, other: string): boolean {
  return equalityKey(one) === equalityKey(other)
}

/**
 * Decides whether the links of a page are left to its canonical URL: to the shorter URL, or, of equally long
 * ones, to the first in order. Otherwise pages that name each other in a ring would all skip their links, and
 * the linked pages would be lost.
 */
function hasPrecedence(canonicalUrl: string, ownUrl: string): boolean {
  const [canonical, own] = [equalityKey(canonicalUrl), equalityKey(ownUrl)]
  return canonical.length === own.length ? canonical < own : canonical.length < own.length
}

/**
 * The page to which a page sends on. At once it takes no click, like a redirect, and moves the scope of a start page
 * as a redirect does; after some time it is linked.
 */
function refreshItems(batch: Batch, rules: CrawlRules, item: Item, siteFacts: string): Discovery['items'] {
  const sent = decodeRefresh(siteFacts)
  const requestedUrl = URL.parse(item.parameters.url)
  if (sent === null || requestedUrl === null) return []
  const [finalUrl, target] = [URL.parse(sent.finalUrl), URL.parse(sent.refresh.url)]
  const isInstant = sent.refresh.seconds === 0
  if (finalUrl === null || target === null || (!isInstant && isLast(batch, item))) return []
  const scope = item.scope ?? scopeOf(rules.scope, requestedUrl, isInstant ? target : finalUrl)
  const url = makeAdmission(rules, scope, batch.createdAt)(target)
  const address = crawlAddress(finalUrl.href)
  if (url === null || url === address || url === crawlAddress(requestedUrl.href)) return []
  const make = makeItemFactory({ batch, item, address })
  const depth = (item.depth ?? 0) + (isInstant ? 0 : 1)
  return make(url, { depth, from: item.parameters.url, scope }).map((next) => ({
    ...next,
    family: familyOf(url),
  }))
}

/** The final URL of a redirect was inspected with the first one. */
function redirectedItems({ item, address, scope }: CrawlVisit, make: MakeItems): NewItem[] {
  const { url } = item.parameters
  const requested = URL.parse(url)
  if (requested !== null && addressOf(requested) === equalityKey(address)) return []
  return make(address, { depth: item.depth, from: url, scope })
}
