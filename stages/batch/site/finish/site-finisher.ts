import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { startBackgroundWork } from '../../background-work.ts'
import type { BatchTurn, BatchTurns } from '../../frontier/batch-turns.ts'
import type { Batch } from '../../frontier/frontier.ts'
import { probeLinks } from './site-probes.ts'
import { listSitemaps } from './site-sitemaps.ts'
import type { EndedCrawl, SiteStore } from './site-store.ts'
import type { FindTargets } from './targets.ts'

export interface SiteFinisherOptions {
  /** Links of one site that are requested. */
  readonly maxProbes: number
  /** URLs of the sitemaps of one site that are stored. */
  readonly maxListed: number
  /** Milliseconds for one site; then its report is complete with what there is. */
  readonly maxMs: number
  readonly sites: SiteStore
  readonly turns: BatchTurns
  readonly lookups: Pick<Lookups, 'listSitemap' | 'checkTarget' | 'robots' | 'probe'>
  readonly logger: Log
  /** The most sites under way. */
  readonly atATime: number
  readonly targets: FindTargets
  /** Publishes that a report is complete. It may be called again for a report after a crash. */
  publish(batch: Batch, signal: AbortSignal): Promise<void>
  /** Milliseconds between two looks for crawls that have ended. */
  readonly intervalMs?: number
  readonly retryMs?: number
}

const INTERVAL_MS = 1000
const RETRY_MS = 5000

/**
 * Starts to complete the reports of crawls that have ended, some at a time and one of each owner, each by one process: it reads
 * the sitemaps of the site, requests the links of which the crawl knows nothing, and publishes that the report is complete. What a
 * process leaves unfinished, another or the next one does again. The returned function stops it.
 */
export function startSiteFinisher(options: SiteFinisherOptions): () => Promise<void> {
  const { sites, turns, logger, atATime, intervalMs = INTERVAL_MS } = options
  const running = new Map<string, Promise<void>>()
  const onOtherError = (err: unknown) => logger.error({ err }, 'the sites of crawls cannot be looked for')
  const unpublished = (signal: AbortSignal) =>
    retryWhileUnavailable(() => sites.unpublished(), { signal, onOtherError })

  async function run(id: string, turn: BatchTurn, stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping, turn.lost])
    try {
      // Another process may have completed it since.
      const crawl = (await unpublished(signal)).find(({ batch }) => batch.id === id)
      if (crawl !== undefined) await finishSite(options, crawl, signal)
    } catch (err) {
      if (!signal.aborted) logger.error({ err, batch: id }, 'a report cannot be completed')
    }
    await turn.end()
    running.delete(id)
  }

  async function startSome(signal: AbortSignal): Promise<void> {
    for (const { batch } of await unpublished(signal)) {
      if (running.size >= atATime) return
      const turn = running.has(batch.id) ? null : await turns.take('site', batch.id)
      if (turn !== null) running.set(batch.id, run(batch.id, turn, signal))
    }
  }

  return startBackgroundWork(async (signal) => {
    try {
      for (;;) {
        await startSome(signal)
        await sleep(intervalMs, undefined, { signal })
      }
    } finally {
      await Promise.all(running.values())
    }
  })
}

async function finishSite(
  options: SiteFinisherOptions,
  { batch, isFinished }: EndedCrawl,
  signal: AbortSignal,
): Promise<void> {
  const { sites, logger } = options
  const onOtherError = (err: unknown) =>
    logger.error({ err, batch: batch.id }, 'a report cannot be completed')
  const retrying = (work: () => Promise<void>) => retryWhileUnavailable(work, { signal, onOtherError })
  if (!isFinished) {
    const sitemapOrigins = await gather(options, batch, signal)
    await retrying(() => sites.finish(batch.id, sitemapOrigins))
  }
  await retrying(() => options.publish(batch, signal))
  await retrying(() => sites.setPublished(batch.id))
}

/** Returns the origins whose sitemaps were read. A site that breaks its check is complete without it. */
async function gather(
  options: SiteFinisherOptions,
  { id, state }: Batch,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Whoever cancels a crawl wants no more requests of it.
  if (state === 'cancelled') return []
  const { targets, logger, maxMs, retryMs = RETRY_MS } = options
  const ownSignal = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const read: string[] = []
  try {
    const { origins } = (await targets(id, 0, ownSignal)) ?? { origins: [] }
    const ports = { ...options, retryMs, signal: ownSignal }
    await listSitemaps(ports, id, origins, (origin) => read.push(origin))
    await probeLinks({ ...options, signal: ownSignal }, id)
  } catch (err) {
    signal.throwIfAborted()
    if (ownSignal.aborted) logger.warn({ batch: id }, 'the links of a site were not all checked in time')
    else logger.error({ err, batch: id }, 'the links of a site cannot be checked')
  }
  return read
}
