import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { SiteFigures } from '#shared/messages/events/site-report.ts'
import { addCrawl, readSite, type SiteHistoryStore } from '#shared/store/site-history.ts'
import type { SiteReports } from '../../adapters/sqlite/site/site-reports.ts'
import type { Batch } from '../../frontier/frontier.ts'

export interface CrawlRecorder {
  readonly siteReports: Pick<SiteReports, 'changes'>
  readonly store: SiteHistoryStore
  /** How long the figures of a crawl are kept. */
  readonly ttlSeconds: number
  readonly logger: Log
}

/** How long a crawl waits for the batch before it, which may be unavailable. */
const COMPARE_MS = 60_000

/**
 * Adds a crawl whose report is complete to the history of its owner's sites, with what changed since the crawl before. The same
 * crawl may be recorded again. Does nothing for a crawl that was cancelled, has no owner or no start page. Rejects with
 * `SERVICE_UNAVAILABLE` while the store is unavailable.
 */
export async function recordCrawl(
  recorder: CrawlRecorder,
  { id, owner, firstUrl }: Pick<Batch, 'id' | 'owner' | 'firstUrl'>,
  figures: SiteFigures,
  signal: AbortSignal,
): Promise<void> {
  const { store, ttlSeconds } = recorder
  const { state, operation, finished_at: finishedAt } = figures.batch
  const host = hostOf(firstUrl ?? figures.seed)
  if (state !== 'finished' || finishedAt === null || owner === null || host === null) return
  const before = (await readSite(store, owner, host))?.crawls.find((crawl) => crawl.finishedAt < finishedAt)
  const changes = before === undefined ? null : await changesSince(recorder, id, before.batch, signal)
  const crawl = {
    ...{ batch: id, operation, finishedAt, score: figures.score },
    ...{ pages: figures.pages.total, notIndexable: figures.pages.not_indexable, errors: figures.errors },
    ...{ newIssues: changes?.found ?? null, fixedIssues: changes?.fixed ?? null },
  }
  await addCrawl(store, { owner, host, crawl }, ttlSeconds)
}

/** The host of a URL as URLs write it (WHATWG URL Standard, host serializing), without its port. */
function hostOf(url: string | null): string | null {
  return URL.parse(url ?? '')?.hostname || null
}

/** Null when the earlier batch is gone, or cannot be compared with in time. */
async function changesSince(
  { siteReports, logger }: CrawlRecorder,
  id: string,
  before: string,
  signal: AbortSignal,
): ReturnType<SiteReports['changes']> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(COMPARE_MS)])
  try {
    return await retryWhileUnavailable(() => siteReports.changes(id, before, limited), { signal: limited })
  } catch (err) {
    signal.throwIfAborted()
    logger.warn({ err, batch: id, before }, 'a crawl could not be compared with the one before')
    return null
  }
}
