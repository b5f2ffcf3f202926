import { appendAll } from '#shared/append-all.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'
import { readSitemap, type SitemapReadPorts } from '../../sitemaps/read-sitemap.ts'
import { SitemapQueue } from '../../sitemaps/sitemap-queue.ts'
import type { SiteStore } from './site-store.ts'

export interface SiteSitemapPorts extends SitemapReadPorts {
  readonly lookups: Pick<Lookups, 'listSitemap' | 'checkTarget' | 'robots'>
  readonly sites: Pick<SiteStore, 'addListed'>
  /** URLs of one site's sitemaps that are stored. */
  readonly maxListed: number
}

const robotsBudget = { timeoutMs: 30_000, lane: 'batch' } as const

/**
 * Stores what the sitemaps of a site list: those that the robots.txt of its origins name, else `/sitemap.xml` (sitemaps.org,
 * "Informing search engine crawlers"). Returns whether there is one and all were read to their end.
 */
export async function listSitemaps(
  ports: SiteSitemapPorts,
  batch: string,
  origins: readonly string[],
): Promise<boolean> {
  const queue = new SitemapQueue([])
  const list = new SiteList(ports, batch)
  let isWhole = true
  let read = 0
  for (const url of await sitemapsOf(ports, origins)) if (queue.add(url, 0) !== null) isWhole = false
  for (const { url, depth } of queue) {
    const reason = await readSitemap(ports, url, () => async ({ pages, sitemaps }) => {
      for (const child of sitemaps) if (queue.add(child, depth + 1) !== null) isWhole = false
      await list.add(pages)
    })
    read += 1
    if (reason !== null) isWhole = false
  }
  return read > 0 && isWhole && !list.isCut
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

async function sitemapsOf(ports: SiteSitemapPorts, origins: readonly string[]): Promise<string[]> {
  const named: string[] = []
  for (const origin of origins) appendAll(named, await sitemapsAt(ports, origin))
  return named
}

/** Waits while the host is at its limit, or no fetch stage answers. */
async function sitemapsAt({ lookups, signal }: SiteSitemapPorts, origin: string): Promise<readonly string[]> {
  const { sitemaps } = await retryWhileUnavailable(
    () => lookups.robots(`${origin}/`, PRODUCT_TOKEN, robotsBudget),
    { signal, onOtherError: rethrowUnlessThrottled },
  )
  return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]
}

function rethrowUnlessThrottled(error: unknown): void {
  if (!(error instanceof ThrottledError)) throw error
}
