import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { markReleased, releasedRecord } from '#shared/messages/events/deferred.ts'
import { type Inspection, tenantIdOf } from '#shared/messages/events/inspection.ts'
import {
  describeRequest,
  type InspectionRequested,
  requestRecord,
} from '#shared/messages/events/inspection-requested.ts'
import { failureOutcome, type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import { sealRecord, withLease } from '#shared/messages/events/seal.ts'
import { encodePoliteness } from '#shared/messages/politeness.ts'
import { admittedId, asInspection } from '#shared/messages/request-ids.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { completeBatch } from '#shared/stage/complete-batch.ts'
import type { ItemLifetimes } from '#shared/store/batch-items.ts'
import { nextSequence } from '#shared/store/reference-clock.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { startBackgroundWork } from '../background-work.ts'
import { type Dispatch, type Frontier, inspectionId } from '../frontier/frontier.ts'
import type { Subscription } from '../notifier.ts'

export interface DispatcherOptions {
  readonly frontier: Pick<Frontier, 'dispatch' | 'appended' | 'inFlight'>
  readonly log: Pick<EventLog, 'append'>
  /** Has the failures of requests that the log cannot accept. */
  readonly store: KeyValues
  readonly lifetimes: ItemLifetimes
  readonly logger: Log
  readonly metrics: Metrics
  /** See `openSealSecret`. */
  secret(): string
  /** Notified when there may be items to dispatch. */
  readonly changes: Subscription
}

/** Records of one append, so that it blocks the event loop for some milliseconds only. */
const GROUP_SIZE = 50
/** Characters of an unchecked URL. */
const URL_LENGTH = 2048
const unknownPosition = { topic: DEFERRED, partition: 0, offset: 0, timestamp: 0 }
/** The frontier is asked this often even without a notification. */
const POLL_MS = 1000

/**
 * Dispatches the frontier's items to the stages: first, again, the items that were in flight when the process
 * ended, then new ones. Waits while the log is unavailable or the disk is full. Dispatched items are never
 * forgotten. The returned function stops the dispatcher, and resolves when no more records are appended.
 */
export function startDispatcher(options: DispatcherOptions): () => Promise<void> {
  const { frontier, changes, logger, metrics } = options
  const redispatches = metrics.counter({
    name: 'pageprobe_batch_released_again_total',
    help: 'URLs, and requests of external producers, that were dispatched again: their lease expired before completion, or a stage deferred them because the queue of their host overflowed',
    labels: {},
  })
  const onOtherError = (err: unknown) => logger.error({ err }, 'the frontier or the log failed unexpectedly')
  return startBackgroundWork(async (signal) => {
    const retrying: Retrying = (work) => retryWhileUnavailable(work, { signal, onOtherError })
    signal.addEventListener('abort', changes.close)
    await redispatch(options, (...page) => frontier.inFlight(...page), retrying)
    while (!signal.aborted) {
      const { taking, dispatches } = await retrying(() => frontier.dispatch(GROUP_SIZE))
      redispatches.add({}, dispatches.filter(({ lease }) => lease > 1).length)
      if (dispatches.length === 0) await changes.next(POLL_MS)
      else await retrying(() => append(dispatches, options))
      if (taking !== null) await retrying(() => frontier.appended(taking))
    }
  })
}

/** Retries the work until it succeeds. Rejects when the dispatcher is stopped before that. */
type Retrying = <T>(work: () => Promise<T>) => Promise<T>

/** What the records of dispatches need. */
type DispatchOptions = Pick<DispatcherOptions, 'log' | 'store' | 'lifetimes' | 'logger' | 'secret'>

/**
 * Appends the items in flight again, with the same ids and leases. The stages drop those that they have. Waits while the log
 * is unavailable.
 */
async function redispatch(
  options: DispatchOptions,
  inFlight: (after: string | null, limit: number) => Promise<readonly Dispatch[]>,
  retrying: Retrying,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const from = after
    const page = await retrying(() => inFlight(from, GROUP_SIZE))
    const last = page.at(-1)
    if (last === undefined) return
    await retrying(() => append(page, options))
    after = idOf(last)
  }
}

/** A record that the log cannot accept at all fails its inspection, and does not hold up the others. */
async function append(dispatches: readonly Dispatch[], options: DispatchOptions): Promise<void> {
  const { log, logger, secret } = options
  try {
    await log.append(dispatches.map((dispatch) => toRecord(dispatch, secret())))
  } catch (err) {
    if (isUnavailable(err)) throw err
    logger.error({ err }, 'a request cannot be dispatched')
    for (const dispatch of dispatches) await appendOne(dispatch, options)
  }
}

async function appendOne(
  dispatch: Dispatch,
  { log, store, lifetimes, secret }: DispatchOptions,
): Promise<void> {
  try {
    await log.append([toRecord(dispatch, secret())])
  } catch (err) {
    if (isUnavailable(err)) throw err
    const { request, outline } = describeDispatch(dispatch)
    const failure = new Failure('VALIDATION_ERROR', 'the request is too large')
    const outcome = { ...failureOutcome(outline, 'batch', failure), sequence: nextSequence() }
    // The key is that of the whole URL.
    const publish = async (first: Outcome) => void (await log.append([outcomeRecord(request, first)]))
    await completeBatch({ store, ...lifetimes, publish }, request, outcome)
  }
}

/** Describes the request. The small outline is enough to report its failure. */
function describeDispatch(dispatch: Dispatch): Readonly<Record<'request' | 'outline', Inspection>> {
  if ('item' in dispatch) {
    const request = toRequest(dispatch)
    return { request, outline: { ...request, parameters: null } }
  }
  const decoded = fromRecord({ ...dispatch.deferred, ...unknownPosition })
  if ('reason' in decoded) throw new Error(`a deferred record is not an event: ${decoded.reason}`)
  const { event } = decoded
  const request = describeRequest(asInspection(event, admittedId(dispatch.deferred, event)), 'batch')
  return { request, outline: { ...request, url: request.url.slice(0, URL_LENGTH), parameters: null } }
}

function toRecord(dispatch: Dispatch, secret: string): NewRecord {
  const record =
    'item' in dispatch
      ? sealRecord(markReleased(requestRecord(toRequest(dispatch))), secret)
      : releasedRecord(dispatch.deferred)
  return withLease(record, idOf(dispatch), dispatch.lease, secret)
}

function toRequest(dispatch: Extract<Dispatch, { item: unknown }>): InspectionRequested {
  const { item, operation, owner, politeness } = dispatch
  return {
    id: idOf(dispatch),
    operation,
    lane: 'batch',
    parameters: item.parameters,
    url: item.parameters.url,
    expiresAt: null,
    traceparent: null,
    timing: '',
    ...(owner !== null && { tenant: tenantIdOf(owner) }),
    ...(politeness && { politeness: encodePoliteness(politeness) }),
  }
}

function idOf(dispatch: Dispatch): string {
  return 'item' in dispatch ? inspectionId(dispatch.item.batch, dispatch.item.seq) : dispatch.id
}
