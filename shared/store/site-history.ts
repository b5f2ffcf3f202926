import { hash } from 'node:crypto'
import type { CamelCased } from '#shared/operations/casing.ts'
import type { SiteCrawlBody } from '#shared/operations/results/sites.ts'
import type { KeyValues, Leases } from '#shared/ports/result-store.ts'
import { withLock } from './with-lock.ts'

/** The figures of a crawl that finished. They outlive its batch. */
export interface SiteCrawl extends Omit<CamelCased<SiteCrawlBody>, 'new' | 'fixed'> {
  /** Findings that came and went since the crawl before; null where there is none to compare with. */
  readonly newIssues: number | null
  readonly fixedIssues: number | null
}

/** A site: a host, without its port, and the crawls that began there. */
export interface SiteRecord {
  readonly host: string
  /** Newest first, at least one. */
  readonly crawls: readonly SiteCrawl[]
}

/** A place in the list of the sites of an owner: behind the site with this host, whose last crawl finished then. */
export interface SiteCursor {
  readonly finishedAt: string
  readonly host: string
}

export interface SiteListing {
  /** Sites of a page, at least 1. */
  readonly limit: number
  /** `next` of the page before; null = the first page. */
  readonly cursor: SiteCursor | null
}

export interface SitePage {
  /** The most recently crawled first. */
  readonly sites: readonly SiteRecord[]
  /** Null = this is the last page. */
  readonly next: SiteCursor | null
}

/** A finished crawl of an owner. */
export interface NewSiteCrawl {
  readonly owner: string
  readonly host: string
  readonly crawl: SiteCrawl
}

/** Crawls of one site that are kept: the newest. */
export const CRAWLS_OF_A_SITE = 200
/** Sites of one owner that are kept: those that were crawled last. */
export const SITES_OF_AN_OWNER = 1000

type ReadStore = Pick<KeyValues, 'get' | 'getMany'>
export type SiteHistoryStore = ReadStore & Pick<KeyValues, 'set' | 'delete'> & Leases

/** Until when something is kept, in milliseconds since the epoch. */
interface Kept {
  readonly keptUntil: number
}
type KeptCrawl = SiteCrawl & Kept
/** A site in the list of its owner, and when its last crawl finished. */
type ListedSite = SiteCursor & Kept

/**
 * The history of a site, as far as it is kept at `now` (milliseconds since the epoch); null without any. Rejects with
 * `SERVICE_UNAVAILABLE` when the store is unavailable, as all functions here do.
 */
export async function readSite(
  store: Pick<KeyValues, 'get'>,
  owner: string,
  host: string,
  now = Date.now(),
): Promise<SiteRecord | null> {
  return siteOf(host, await store.get(siteKey(owner, host)), now)
}

/** The sites of an owner. Crawls that finish between two pages shift no other site to another page. */
export async function listSites(
  store: ReadStore,
  owner: string,
  { limit, cursor }: SiteListing,
  now = Date.now(),
): Promise<SitePage> {
  const all = parseAll<ListedSite>(await store.get(ownerKey(owner)), now).sort(byRecency)
  const rest = cursor === null ? all : all.filter((site) => byRecency(site, cursor) > 0)
  const page = rest.slice(0, limit)
  const texts = await store.getMany(page.map(({ host }) => siteKey(owner, host)))
  const last = rest.length > limit ? page.at(-1) : undefined
  return {
    // A store with too little memory may have dropped one.
    sites: page.flatMap(({ host }, at) => siteOf(host, texts[at] ?? null, now) ?? []),
    next: last === undefined ? null : { finishedAt: last.finishedAt, host: last.host },
  }
}

/**
 * Adds a crawl to the history of its site, where it is kept for `ttlSeconds` from its end. A crawl of the same batch takes the
 * place of the one before. Atomic across processes.
 */
export async function addCrawl(
  store: SiteHistoryStore,
  { owner, host, crawl }: NewSiteCrawl,
  ttlSeconds: number,
  now = Date.now(),
): Promise<void> {
  const keptUntil = Date.parse(crawl.finishedAt) + ttlSeconds * 1000
  await withLock(store, `${ownerKey(owner)}:turn`, async () => {
    const key = siteKey(owner, host)
    const others = parseAll<KeptCrawl>(await store.get(key), now).filter(({ batch }) => batch !== crawl.batch)
    const crawls = [{ ...crawl, keptUntil }, ...others]
      .toSorted((a, b) => compare(b.finishedAt, a.finishedAt))
      .slice(0, CRAWLS_OF_A_SITE)
    const [{ finishedAt }] = crawls as [KeptCrawl, ...KeptCrawl[]]
    await store.set(key, JSON.stringify(crawls), ttlSeconds)
    await listSite(store, owner, { host, finishedAt, keptUntil }, ttlSeconds, now)
  })
}

/** Puts a site into the list of its owner, whose oldest sites go beyond its bound. */
async function listSite(
  store: SiteHistoryStore,
  owner: string,
  site: ListedSite,
  ttlSeconds: number,
  now: number,
): Promise<void> {
  const key = ownerKey(owner)
  const others = parseAll<ListedSite>(await store.get(key), now).filter(({ host }) => host !== site.host)
  const sites = [site, ...others].toSorted(byRecency)
  for (const { host } of sites.splice(SITES_OF_AN_OWNER)) await store.delete(siteKey(owner, host))
  await store.set(key, JSON.stringify(sites), ttlSeconds)
}

/** Owners and hosts are texts of others: they stand in keys as their digests. */
function ownerKey(owner: string): string {
  return `site-history:${hash('sha256', owner)}`
}

function siteKey(owner: string, host: string): string {
  return `${ownerKey(owner)}:${hash('sha256', host)}`
}

function siteOf(host: string, stored: string | null, now: number): SiteRecord | null {
  const crawls = parseAll<KeptCrawl>(stored, now).map(({ keptUntil: _, ...crawl }) => crawl)
  return crawls.length === 0 ? null : { host, crawls }
}

/** What is still kept of a stored list. */
function parseAll<T extends Kept>(stored: string | null, now: number): T[] {
  const all = stored === null ? [] : (JSON.parse(stored) as T[])
  return all.filter(({ keptUntil }) => keptUntil > now)
}

/** The site that was crawled last comes first. */
function byRecency(one: SiteCursor, other: SiteCursor): number {
  return compare(other.finishedAt, one.finishedAt) || compare(one.host, other.host)
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
