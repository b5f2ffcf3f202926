import { appendAll } from '#shared/append-all.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'
import { readSitemap, SitemapQueue, type SitemapReadPorts } from '../../sitemaps/read-sitemap.ts'
import type { SiteStore } from './site-store.ts'

export interface SiteSitemapPorts extends SitemapReadPorts {
  readonly lookups: Pick<Lookups, 'listSitemap' | 'checkTarget' | 'robots'>
  readonly sites: Pick<SiteStore, 'addListed'>
  /** URLs of one site's sitemaps that are stored. */
  readonly maxListed: number
}

const robotsBudget = { timeoutMs: 30_000, lane: 'batch' } as const

/**
 * Stores what the sitemaps of a site list: of each of its origins those that its robots.txt names, else `/sitemap.xml`
 * (sitemaps.org, "Informing search engine crawlers"). Calls `onRead` for each origin that has at least one, when all of them were
 * read to their end. An origin that cannot be asked has none.
 */
export async function listSitemaps(
  ports: SiteSitemapPorts,
  batch: string,
  origins: readonly string[],
  onRead: (origin: string) => void,
): Promise<void> {
  const list = new SiteList(ports, batch)
  const read = makeReader(ports, list)
  for (const origin of new Set(origins)) {
    const isWhole = await readAll(await sitemapsOf(ports, origin), read)
    if (isWhole && !list.isCut) onRead(origin)
  }
}

/** The sitemaps that a sitemap names, where it was read to its end; null otherwise. */
type ReadOnce = (url: string) => Promise<readonly string[] | null>

/** Makes the reader of sitemaps. It reads each one once: several origins may name the same. */
function makeReader(ports: SiteSitemapPorts, list: SiteList): ReadOnce {
  const known = new Map<string, readonly string[] | null>()
  return async (url) => {
    const before = known.get(url)
    if (before !== undefined) return before
    const named: string[] = []
    const reason = await readSitemap(ports, url, () => async ({ pages, sitemaps }) => {
      appendAll(named, sitemaps)
      await list.add(pages)
    })
    const children = reason === null ? [...new Set(named)] : null
    known.set(url, children)
    return children
  }
}

/** Reads sitemaps and those that they name. Returns whether there is one, and all were read to their end. */
async function readAll(urls: readonly string[], read: ReadOnce): Promise<boolean> {
  const queue = new SitemapQueue([])
  const addAll = (found: readonly string[], depth: number) =>
    found.map((url) => queue.add(url, depth)).every((reason) => reason === null)
  let isWhole = addAll(urls, 0)
  let count = 0
  for (const { url, depth } of queue) {
    const children = await read(url)
    if (children === null || !addAll(children, depth + 1)) isWhole = false
    count += 1
  }
  return count > 0 && isWhole
}

/** The URLs that the sitemaps of a site list, up to a limit. Those that come again are counted again. */
class SiteList {
  readonly #ports: Pick<SiteSitemapPorts, 'sites' | 'maxListed'>
  readonly #batch: string
  #count = 0
  isCut = false

  constructor(ports: Pick<SiteSitemapPorts, 'sites' | 'maxListed'>, batch: string) {
    this.#ports = ports
    this.#batch = batch
  }

  async add(urls: readonly string[]): Promise<void> {
    const { sites, maxListed } = this.#ports
    const fitting = urls.slice(0, maxListed - this.#count)
    if (fitting.length < urls.length) this.isCut = true
    this.#count += fitting.length
    await sites.addListed(this.#batch, fitting)
  }
}

/** Waits while the host is at its limit, or no fetch stage answers. */
async function sitemapsOf({ lookups, signal }: SiteSitemapPorts, origin: string): Promise<readonly string[]> {
  try {
    const { sitemaps } = await retryWhileUnavailable(
      () => lookups.robots(`${origin}/`, PRODUCT_TOKEN, robotsBudget),
      { signal, onOtherError: rethrowUnlessThrottled },
    )
    return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Failure) return []
    throw error
  }
}

function rethrowUnlessThrottled(error: unknown): void {
  if (!(error instanceof ThrottledError)) throw error
}
