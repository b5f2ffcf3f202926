import type { ListedBatch } from '../batches/batch.ts'

/** The figures of a finished crawl, as `GET /sites` has them: `infra/docs/contract.md#sites`. */
export interface CrawlFigures {
  readonly batch: string
  /** RFC 3339. */
  readonly finished_at: string
  /** From 0 to 100; null = no page that can be indexed was read. */
  readonly score: number | null
  readonly pages: number
  readonly not_indexable: number
  /** Failed rules of severity error. */
  readonly errors: number
  /** Findings that came and went since the crawl before; null or absent = there is none. */
  readonly new?: number | null
  readonly fixed?: number | null
}

/** The score of a crawl. */
export interface ScorePoint {
  readonly batch: string
  /** RFC 3339. */
  readonly at: string
  readonly score: number | null
}

/** A host with its crawls: an entry of `GET /sites`. */
export interface Site {
  readonly host: string
  readonly crawls: number
  readonly last: CrawlFigures
  /** The oldest first. */
  readonly scores: readonly ScorePoint[]
}

/** The answer of `GET /sites/{host}`. */
export interface SiteHistory extends Site {
  /** The newest first. */
  readonly history: readonly CrawlFigures[]
}

/** A page of `GET /sites`. */
export interface SitePage {
  readonly sites: readonly Site[]
  readonly next_cursor: string | null
}

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
