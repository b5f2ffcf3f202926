import { checkParameters } from '#shared/operations/parameters.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import type { Batch, Discover, Discovery, Item, NewItem } from '../frontier/frontier.ts'
import { type CrawlPosition, crawlItems, isLast } from './crawl-items.ts'
import { crawlLimits } from './crawl-limits.ts'
import { type CrawledPage, parseCrawledPage } from './crawled-page.ts'
import { isDownload } from './download-extensions.ts'
import { crawlAddress } from './normalize-address.ts'
import { isWithin, scopeOf } from './scope.ts'
import { familyOf, isTrap } from './spider-traps.ts'
import { urlPattern } from './url-pattern.ts'

const nothing: Discovery = { items: [], done: [] }

/** One page of a crawl, and the rules for its links. */
interface CrawlVisit {
  readonly batch: Batch
  readonly item: Item
  readonly page: CrawledPage
  readonly scope: string
  /** The URL of the page, after redirects. */
  readonly address: string
  /** Returns the normalised URL of a page that the crawl may visit. Null for any other URL. */
  readonly admit: (url: URL | null) => string | null
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

/** Checks the conditions in order of cost. A URL that exceeds the pattern steps is not followed. */
function makeAdmission(rules: CrawlRules, scope: string, now: number): CrawlVisit['admit'] {
  const include = rules.include.map(urlPattern)
  const exclude = rules.exclude.map(urlPattern)
  const limit = { steps: { passed: 0, searched: 0 }, most: crawlLimits.patternSteps }
  const isWanted = (address: string) =>
    (include.length === 0 || include.some((isLike) => isLike(address, limit) === true)) &&
    exclude.every((isLike) => isLike(address, limit) === false)
  return (found) => {
    if (found === null || !isPage(found) || !isWithin(rules.scope, scope, found)) return null
    const { href } = found
    const address = crawlAddress(href)
    const url = address === href ? found : new URL(address)
    return !isTrap(url, now) && isWanted(address) ? address : null
  }
}

function isPage({ protocol, username, password, pathname }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' && !isDownload(pathname)
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

function admittedLinks({ links }: CrawledPage, admit: CrawlVisit['admit']): string[] {
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
  if (URL.parse(url)?.href.split('#', 1)[0] === address) return []
  return make(address, { depth: item.depth, from: url, scope })
}
