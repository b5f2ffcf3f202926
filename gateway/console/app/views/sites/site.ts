import type { SiteCrawlBody, SiteDetailsBody, SitePageBody } from '#shared/operations/results/sites.ts'
import type { ListedBatch } from '../batches/batch.ts'

/** The figures of a finished crawl, as `GET /sites` has them. */
export type CrawlFigures = SiteCrawlBody
/** The score of a crawl. */
export type ScorePoint = Site['scores'][number]
/** A host with its crawls: an entry of `GET /sites`. */
export type Site = SitePageBody['sites'][number]
/** The answer of `GET /sites/{host}`. */
export type SiteHistory = SiteDetailsBody
/** A page of `GET /sites`. */
export type SitePage = SitePageBody

/** The host of a URL as `GET /sites` names it, without a port; null = it is no URL. */
export function hostOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).hostname || null : null
}

/** The crawls among batches that begin on a host. */
export function crawlsOf<T extends Pick<ListedBatch, 'source' | 'first_url'>>(
  batches: readonly T[],
  host: string,
): T[] {
  return batches.filter(({ source, first_url }) => source === 'crawl' && hostOf(first_url) === host)
}

/** A row of the list: a host with its last crawl, one that is under way, or both. */
export interface SiteRow {
  readonly host: string
  readonly site: Site | null
  readonly running: ListedBatch | null
}

/** The hosts with their crawls under way. Hosts that have no finished crawl stand first, if `hasOthers`. */
export function siteRows(
  sites: readonly Site[],
  running: readonly ListedBatch[],
  { hasOthers }: { readonly hasOthers: boolean },
): SiteRow[] {
  const byHost = new Map<string, ListedBatch>()
  for (const batch of running) {
    const host = batch.source === 'crawl' ? hostOf(batch.first_url) : null
    if (host !== null && !byHost.has(host)) byHost.set(host, batch)
  }
  const known = new Set(sites.map(({ host }) => host))
  const others = [...byHost].filter(([host]) => hasOthers && !known.has(host))
  return [
    ...others.map(([host, batch]) => ({ host, site: null, running: batch })),
    ...sites.map((site) => ({ host: site.host, site, running: byHost.get(site.host) ?? null })),
  ]
}

/** The crawl before another one: null = it is the first, or it has not finished and there is none. */
export function crawlBefore(history: readonly CrawlFigures[], batch: string): CrawlFigures | null {
  const at = history.findIndex((one) => one.batch === batch)
  return history[at < 0 ? 0 : at + 1] ?? null
}
