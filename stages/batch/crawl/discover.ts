import { checkParameters } from '#shared/operations/parameters.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import type { Batch, Discover, Discovery, Item, NewItem } from '../frontier.ts'
import { addressOf } from './address.ts'
import { type CrawledPage, crawledPage } from './crawled-page.ts'
import { crawlItems, isLast, type Place } from './items.ts'
import { crawlLimits } from './limits.ts'
import { isDownload } from './not-pages.ts'
import { isWithin, scopeOf } from './scope.ts'
import { familyOf, isTrap } from './traps.ts'
import { urlPattern } from './url-pattern.ts'

const nothing: Discovery = { items: [], done: [] }

/** One page of a crawl, and what decides where it goes on. */
interface Visit {
  readonly batch: Batch
  readonly item: Item
  readonly page: CrawledPage
  readonly scope: string
  /** The page's own, where its redirects ended. */
  readonly address: string
  /** The address of a page that the crawl may go to; null for what is none. */
  readonly admit: (url: URL | null) => string | null
}

/**
 * Finds the pages that a crawl goes on to, in the outcome of a metadata inspection: of the page itself or of its scout.
 * They are asked with the batch's own parameters, whatever the line of their start page said.
 */
export const discover: Discover = (batch, item, outcome) => {
  const page = batch.crawl === null || !isFinder(batch, item) ? null : crawledPage(outcome)
  if (batch.crawl === null || page === null) return nothing
  const visit = visitOf(batch, batch.crawl, item, page)
  if (visit === null) return nothing
  const make = maker(visit)
  return { items: isLast(batch, item) ? [] : nextOf(visit, make), done: doneOf(visit, make) }
}

function isFinder({ operation }: Batch, { role }: Item): boolean {
  return operation === 'metadata' || role === 'scout'
}

function visitOf(batch: Batch, rules: CrawlRules, item: Item, page: CrawledPage): Visit | null {
  const asked = URL.parse(item.parameters.url)
  if (asked === null) return null
  const scope = item.scope ?? scopeOf(rules.scope, asked, page.finalUrl)
  if (!isWithin(rules.scope, scope, page.finalUrl)) return null
  const admit = admission(rules, scope, batch.createdAt)
  return { batch, item, page, scope, address: addressOf(page.finalUrl.href), admit }
}

/** A chain of questions, the cheap ones first. What the steps for patterns ended at is not followed. */
function admission(rules: CrawlRules, scope: string, now: number): Visit['admit'] {
  const include = rules.include.map(urlPattern)
  const exclude = rules.exclude.map(urlPattern)
  const limit = { steps: { passed: 0, searched: 0 }, most: crawlLimits.patternSteps }
  const isWanted = (address: string) =>
    (include.length === 0 || include.some((isLike) => isLike(address, limit) === true)) &&
    exclude.every((isLike) => isLike(address, limit) === false)
  return (found) => {
    if (found === null || !isPage(found) || !isWithin(rules.scope, scope, found)) return null
    const { href } = found
    const address = addressOf(href)
    const url = address === href ? found : new URL(address)
    return !isTrap(url, now) && isWanted(address) ? address : null
  }
}

function isPage({ protocol, username, password, pathname }: URL): boolean {
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' && !isDownload(pathname)
}

type Make = (url: string, place: Place) => NewItem[]

/** Makes the items for an address; all but the address and its place is made once. */
function maker({ batch, item, address }: Visit): Make {
  const checked = checkParameters(batch.operation, { ...batch.parameters, url: address }, true)
  if ('problems' in checked) return () => []
  const models = crawlItems(batch, checked.parameters, item)
  return (url, place) => {
    const wanted = isLast(batch, place) ? models.slice(0, 1) : models
    return wanted.map(({ parameters, role }) => ({ ...place, parameters: { ...parameters, url }, role }))
  }
}

function nextOf(visit: Visit, make: Make): Discovery['items'] {
  const { item, page, scope, address, admit } = visit
  const depth = item.depth ?? 0
  const from = item.parameters.url
  const itemsAt = (url: string, depth: number) =>
    make(url, { depth, from, scope }).map((next) => ({ ...next, family: familyOf(url) }))
  const canonical = admit(page.canonical)
  // One that redirects to where it is named is the page itself, too.
  const isOwn = canonical === address || canonical === addressOf(from)
  const twin = isOwn ? null : canonical
  const links = twin !== null && isAhead(twin, address) ? [] : linked(page, admit)
  return [...(twin === null ? [] : itemsAt(twin, depth)), ...links.flatMap((url) => itemsAt(url, depth + 1))]
}

function linked({ links }: CrawledPage, admit: Visit['admit']): string[] {
  const admitted = [...links].map((link) => admit(URL.parse(link)))
  return [...new Set(admitted)].filter((address) => address !== null)
}

/**
 * Whether the links of a page are left to its canonical: to the shorter address, of equally long ones to the first. Pages
 * that name one another in a ring would else all leave them, and what they link to would be lost.
 */
function isAhead(canonical: string, own: string): boolean {
  return canonical.length === own.length ? canonical < own : canonical.length < own.length
}

/** The address where redirects ended has been inspected with the one they began at. */
function doneOf({ item, address, scope }: Visit, make: Make): NewItem[] {
  const { url } = item.parameters
  if (URL.parse(url)?.href.split('#', 1)[0] === address) return []
  return make(address, { depth: item.depth, from: url, scope })
}
