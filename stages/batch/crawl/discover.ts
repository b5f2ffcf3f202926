import { checkParameters } from '#shared/operations/parameters.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
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
 * discovery item. The items have the parameters of the batch, whatever the line of their start page said.
 */
export const discover: Discover = (batch, item, outcome) => {
  const page = batch.crawl === null || !tellsLinks(batch, item) ? null : parseCrawledPage(outcome)
  if (batch.crawl === null || page === null) return nothing
  const visit = makeVisit(batch, batch.crawl, item, page)
  if (visit === null) return nothing
  const make = makeItemFactory(visit)
  return { items: isLast(batch, item) ? [] : nextItems(visit, make), done: redirectedItems(visit, make) }
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
function makeItemFactory({ batch, item, address }: CrawlVisit): MakeItems {
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
  const isOwn = canonical === address || canonical === crawlAddress(from)
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

/**
 * Decides whether the links of a page are left to its canonical URL: to the shorter URL, or, of equally long
 * ones, to the first in order. Otherwise pages that name each other in a ring would all skip their links, and
 * the linked pages would be lost.
 */
function hasPrecedence(canonical: string, own: string): boolean {
  return canonical.length === own.length ? canonical < own : canonical.length < own.length
}

/** The final URL of a redirect was inspected with the first one. */
function redirectedItems({ item, address, scope }: CrawlVisit, make: MakeItems): NewItem[] {
  const { url } = item.parameters
  if (withoutFragment(URL.parse(url)?.href ?? '') === address) return []
  return make(address, { depth: item.depth, from: url, scope })
}
