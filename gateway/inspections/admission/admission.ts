import { backlog } from '#shared/consumer/group-progress.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { groupOf } from '#shared/messages/consumer-groups.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { ENDED_CHANNEL } from '#shared/store/keys.ts'
import { readOutcomes } from '#shared/store/outcomes.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'
import { longestWait } from '#shared/telemetry/scaling-metrics.ts'
import type { EntryStage } from '../../operations/operation.ts'
import { type FairShare, makeFairShare, type QueueSlot } from './fair-share.ts'
import { readLoads } from './load-reports.ts'
import { type ForecastRequest, makeWaitForecast, type WaitForecast } from './wait-forecast.ts'

export interface AdmissionOptions {
  readonly log: EventLog
  readonly store: ResultStore
  readonly logger: Log
  /** Accepted inspections that may wait for each entry stage. */
  readonly limit: number
  readonly metrics: Metrics
}

/**
 * Why an inspection is rejected: the queue is full; its owner holds its share of the queue; its answer would come too
 * late.
 */
const rejectionReasons = ['queue_full', 'owner_share', 'too_long'] as const
type RejectionReason = (typeof rejectionReasons)[number]

/** Why an inspection is rejected. */
export interface Rejection {
  readonly reason: RejectionReason
  /** Seconds after which there is likely to be room; null = unknown. */
  readonly retryAfter: number | null
}

/** The error of a rejected inspection. */
export function rejectionFailure({ reason, retryAfter }: Rejection): Failure {
  if (retryAfter === null) return unavailable(reason)
  const message = 'There is no capacity to respond within the time that this call waits; try again later'
  return new Failure('SERVICE_UNAVAILABLE', message, { details: { retry_after: retryAfter } })
}

/** A queue slot, and the work that it stands for. */
export interface AdmissionRequest extends QueueSlot, ForecastRequest {}

/** Admission control: the bounded queue of interactive inspections. */
export interface AdmissionControl {
  /**
   * Takes a queue slot until the inspection ends and returns null. Rejects when the queue is full, when the owner holds
   * its share of it, and when a browser is not expected to answer within the caller's time.
   */
  tryAdmit(slot: AdmissionRequest): Rejection | null
  /** Frees the slot of an inspection that is not started. */
  release(id: string): void
  close(): Promise<void>
}

interface WorkQueue {
  readonly group: string
  readonly topic: string
}

const queueOf = (stage: string, step: Parameters<typeof workTopic>[0]): WorkQueue => ({
  group: groupOf(stage, 'interactive'),
  topic: workTopic(step, 'interactive'),
})

/** The topics, and their consumer groups, in which inspections wait for each entry stage. */
const queues: Readonly<Record<EntryStage, readonly WorkQueue[]>> = {
  fetch: [queueOf('fetch', 'inspection.requested'), queueOf('extract', 'page.fetched')],
  render: [queueOf('render', 'inspection.requested')],
}
const entryStages = Object.keys(queues) as EntryStage[]

const POLL_MS = 1000
/** A finished record that is not committed yet counts as waiting, so only the minimum of this many polls counts. */
const STABLE_POLLS = 3
/** Slots that each poll checks for a lost wake-up. */
const RECHECK_COUNT = 1000

/**
 * Opens admission control. Counts the inspections of this gateway exactly: a slot is free after the wake-up of its
 * inspection, after its outcome is found in the store (if the wake-up got lost), or after its expiry. The rest of the
 * log's backlog was accepted by other gateways, or by this one before its start.
 */
export async function openAdmission(options: AdmissionOptions): Promise<AdmissionControl> {
  const { store, logger, metrics } = options
  const forecast = makeWaitForecast()
  const rejections = countRejections(metrics)
  const fairShare = makeFairShare<AdmissionRequest>(options.limit)
  const elsewhere = { fetch: [0], render: [0] }

  async function poll(): Promise<void> {
    await Promise.all([releaseFinished(fairShare, store, release), ...entryStages.map(count), refresh()])
  }

  async function count(stage: EntryStage): Promise<void> {
    const waiting = await countWaiting(stage, options.log)
    const own = fairShare.held(stage) + fairShare.changesSinceLastPoll(stage)
    elsewhere[stage] = [...elsewhere[stage], Math.max(0, waiting - own)].slice(-STABLE_POLLS)
  }

  const refresh = async (): Promise<void> => forecast.update(await readLoads(store))

  function tryAdmit(slot: AdmissionRequest): Rejection | null {
    const retryAfter = slot.entryStage === 'render' ? forecast.retryAfter(slot) : null
    if (retryAfter !== null) return { reason: 'too_long', retryAfter }
    const heldElsewhere = Math.min(...elsewhere[slot.entryStage])
    const isFull = fairShare.isFull(slot.entryStage, heldElsewhere)
    if (!fairShare.tryAcquire(slot, heldElsewhere))
      return { reason: isFull ? 'queue_full' : 'owner_share', retryAfter: null }
    if (slot.entryStage === 'render') forecast.adjust(slot, 1)
    return null
  }

  function release(id: string): void {
    const slot = fairShare.release(id)
    if (slot?.entryStage === 'render') forecast.adjust(slot, -1)
  }

  await Promise.all([
    ...entryStages.map(async (stage) => (elsewhere[stage] = [await countWaiting(stage, options.log)])),
    refresh(),
  ])
  // Subscribe last, after everything that may fail: a caller that tries again leaves no listener behind.
  const unlisten = await store.listen(ENDED_CHANNEL, release, () => {})
  const stop = pollRegularly(poll, logger)
  exposeForecast(forecast, metrics)
  return {
    tryAdmit(slot) {
      const rejection = tryAdmit(slot)
      if (rejection !== null) rejections.add({ way: slot.entryStage, reason: rejection.reason })
      return rejection
    },
    release,
    async close() {
      stop()
      await unlisten()
    },
  }
}

async function countWaiting(stage: EntryStage, log: EventLog): Promise<number> {
  const counts = await Promise.all(queues[stage].map(({ group, topic }) => backlog(log, group, [topic])))
  return counts.reduce((sum, one) => sum + one, 0)
}

/** Frees slots whose wake-up got lost and slots of expired inspections. */
async function releaseFinished(
  fairShare: Pick<FairShare<QueueSlot>, 'nextToCheck'>,
  store: ResultStore,
  release: (id: string) => void,
): Promise<void> {
  const candidates = fairShare.nextToCheck(RECHECK_COUNT)
  const outcomes = await readOutcomes(
    store,
    candidates.map(({ id }) => id),
  )
  for (const [index, { id, expiresAt }] of candidates.entries()) {
    if (outcomes[index] || expiresAt < referenceNow()) release(id)
  }
}

/** Calls `work` every `POLL_MS`, never twice at the same time. The health of the dependencies reports an outage. */
function pollRegularly(work: () => Promise<void>, logger: Log): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch((err: unknown) => logger.debug({ err }, 'the queue cannot be counted'))
      .finally(() => {
        isBusy = false
      })
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}

function countRejections(metrics: Metrics): Counter<'way' | 'reason'> {
  return metrics.counter({
    name: 'pageprobe_refusals_total',
    help: 'Inspections rejected with 503: the queue is full, the owner holds its share of it, or the response would come too late',
    labels: { way: ['fetch', 'render'], reason: rejectionReasons },
  })
}

/** Exposes the expected wait for a browser as a gauge, for an idle and for the busiest owner. */
function exposeForecast(forecast: Pick<WaitForecast, 'expectedWait'>, metrics: Metrics): void {
  const gauge = metrics.gauge({
    name: 'pageprobe_predicted_wait_seconds',
    help: 'Predicted wait for a browser, for an owner without inspections and for the one with most',
    labels: { operation: ['snapshot', 'performance'], owner: ['idle', 'busiest'] },
  })
  for (const owner of ['idle', 'busiest'] as const) {
    gauge.watch({ operation: 'snapshot', owner }, () => forecast.expectedWait('together', owner))
    gauge.watch({ operation: 'performance', owner }, () => forecast.expectedWait('alone', owner))
  }
  const longest = metrics.gauge(longestWait)
  longest.watch({ operation: 'snapshot' }, () => forecast.expectedWait('together', 'busiest'))
  longest.watch({ operation: 'performance' }, () => forecast.expectedWait('alone', 'busiest'))
}
