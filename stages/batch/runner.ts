import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { fromRecord } from '#shared/messages/cloud-event.ts'
import { markReleased, releasedRecord } from '#shared/messages/deferred.ts'
import { type Inspection, tenantIdOf } from '#shared/messages/inspection.ts'
import {
  describeRequest,
  type InspectionRequested,
  requestRecord,
} from '#shared/messages/inspection-requested.ts'
import { failureOutcome, outcomeRecord } from '#shared/messages/outcome.ts'
import { sealRecord, withLease } from '#shared/messages/seal.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'
import type { Frontier, Release } from './frontier.ts'
import { inspectionId } from './inspection-id.ts'
import type { Listener } from './signal.ts'

export interface RunnerOptions {
  readonly frontier: Pick<Frontier, 'release' | 'unfinished'>
  readonly log: Pick<EventLog, 'append'>
  readonly logger: Log
  readonly metrics: Metrics
  /** See `openSealSecret`. */
  readonly secret: string
  /** Hears when there may be something to release. */
  readonly news: Listener
}

export interface Runner {
  /** Resolves when nothing is handed over any more. */
  stop(): Promise<void>
}

/** One append, so that it keeps the event loop for some milliseconds only. */
const GROUP = 50
/** Of an address that nobody has checked. */
const URL_LENGTH = 2048
const somePlace = { topic: DEFERRED, partition: 0, offset: 0, timestamp: 0 }
/** Looks again so often even when nobody tells it of news. */
const LOOK_MS = 1000

/**
 * Hands the frontier's items over to the stages: first those again that were under way when the process ended, then
 * what is released. While the log is away or the disk is full it waits; what is released is never forgotten.
 */
export function startRunner(options: RunnerOptions): Runner {
  const stopping = new AbortController()
  const running = run(options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      options.news.close()
      await running
    },
  }
}

async function run(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  const { frontier, news, logger } = options
  const again = againCounter(options.metrics)
  const onOtherError = (err: unknown) => logger.error({ err }, 'the frontier or the log failed unexpectedly')
  const insisting: Insisting = (work) => retryWhileUnavailable(work, { signal, onOtherError })
  try {
    await resume(options, insisting)
    while (!signal.aborted) {
      const released = await insisting(() => frontier.release(GROUP))
      for (const { lease } of released) if (lease > 1) again.add({})
      if (released.length === 0) await news.next(LOOK_MS)
      else await insisting(() => append(released, options))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function againCounter(metrics: Metrics): Counter<never> {
  return metrics.counter({
    name: 'pageprobe_batch_released_again_total',
    help: 'URLs and requests of feeders that were handed to the stages once more: a lease was over before they had ended, or a flooded host had sent them back',
    labels: {},
  })
}

/** Tries until it works; rejects when the runner is stopped before. */
type Insisting = <T>(work: () => Promise<T>) => Promise<T>

/** The same ids and leases again: the stages drop those that they have. */
async function resume(options: RunnerOptions, insisting: Insisting): Promise<void> {
  for (let after: string | null = null; ; ) {
    const from = after
    const page = await insisting(() => options.frontier.unfinished(from, GROUP))
    const last = page.at(-1)
    if (last === undefined) return
    await insisting(() => append(page, options))
    after = idOf(last)
  }
}

/** A record that the log can't take at all ends its inspection; the others are not held up by it. */
async function append(releases: readonly Release[], options: RunnerOptions): Promise<void> {
  const { log, logger, secret } = options
  try {
    await log.append(releases.map((release) => recordOf(release, secret)))
  } catch (err) {
    if (isUnavailable(err)) throw err
    logger.error({ err }, 'a request can not be handed over')
    for (const release of releases) await appendOne(release, options)
  }
}

async function appendOne(release: Release, { log, secret }: RunnerOptions): Promise<void> {
  try {
    await log.append([recordOf(release, secret)])
  } catch (err) {
    if (isUnavailable(err)) throw err
    const request = outlineOf(release)
    const failure = new Failure('VALIDATION_ERROR', 'the request is too large')
    await log.append([outcomeRecord(request, failureOutcome(request, 'batch', failure))])
  }
}

/** Enough to report a failure about it, and small. */
function outlineOf(release: Release): Inspection {
  if ('item' in release) return { ...requestOf(release), parameters: null }
  const decoded = fromRecord({ ...release.deferred, ...somePlace })
  if ('reason' in decoded) throw new Error(`what was laid by is no event: ${decoded.reason}`)
  const { data: _, ...outline } = describeRequest(decoded.event, 'batch')
  return { ...outline, url: outline.url.slice(0, URL_LENGTH), parameters: null }
}

function recordOf(release: Release, secret: string): NewRecord {
  const record =
    'item' in release
      ? sealRecord(markReleased(requestRecord(requestOf(release))), secret)
      : releasedRecord(release.deferred)
  return withLease(record, idOf(release), release.lease, secret)
}

function requestOf(release: Extract<Release, { item: unknown }>): InspectionRequested {
  const { item, operation, owner } = release
  return {
    id: idOf(release),
    operation,
    lane: 'batch',
    parameters: item.parameters,
    url: item.parameters.url,
    expiresAt: null,
    traceparent: null,
    timing: '',
    ...(owner !== null && { tenant: tenantIdOf(owner) }),
  }
}

function idOf(release: Release): string {
  return 'item' in release ? inspectionId(release.item.batch, release.item.seq) : release.id
}
