import { backlog } from '#shared/consumer/group-progress.ts'
import type { Log } from '#shared/log.ts'
import { groupOf } from '#shared/messages/consumer-groups.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/store/keys.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { countRejections, exposeForecast, type RejectionReason } from './admission-metrics.ts'
import { type EntryStage, type FairShare, makeFairShare, type QueueSlot } from './fair-share.ts'
import { readLoads } from './stage-loads.ts'
import { type ForecastRequest, makeWaitForecast, type WaitLimits } from './wait-forecast.ts'

export interface AdmissionOptions {
  readonly log: EventLog
  readonly store: ResultStore
  readonly logger: Log
  /** Accepted inspections that may wait on each way. */
  readonly limit: number
  /** How long it may be expected to take until a browser answers. */
  readonly wait: WaitLimits
  readonly metrics: Metrics
}

/** Why an inspection is not accepted. */
export interface Rejection {
  readonly reason: RejectionReason
  /** Seconds after which there is likely to be room; null = nobody knows. */
  readonly retryAfter: number | null
}

/** A seat, and what the stages are to do for it. */
export interface AdmissionRequest extends QueueSlot, ForecastRequest {}

/** The bounded queue of interactive inspections: who may add to it. */
export interface AdmissionControl {
  /**
   * Takes a seat until the inspection ends, and answers null. Refuses when the queue is full, when the owner holds its share of it,
   * and when a browser is not likely to have answered within the caller's time.
   */
  tryAdmit(slot: AdmissionRequest): Rejection | null
  /** The inspection doesn't take place after all. */
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

/** Where inspections wait. */
const queues: Readonly<Record<EntryStage, readonly WorkQueue[]>> = {
  fetch: [queueOf('fetch', 'inspection.requested'), queueOf('extract', 'page.fetched')],
  render: [queueOf('render', 'inspection.requested')],
}
const entryStages = Object.keys(queues) as EntryStage[]

const POLL_MS = 1000
/** What is finished and not yet committed looks as if it waited: only what stays over so many polls does. */
const STABLE_POLLS = 3
/** Seats that are looked after with each poll. */
const RECHECK_COUNT = 1000

/**
 * Own inspections are counted exactly: a seat is free again with the wake-up of its inspection (or when the store tells
 * its end after a lost one, or when it expires). What the log holds beyond them was accepted elsewhere: by other
 * gateways, or by this one before its start.
 */
export async function openAdmission(options: AdmissionOptions): Promise<AdmissionControl> {
  const { store, logger, metrics } = options
  const forecast = makeWaitForecast(options.wait)
  const rejections = countRejections(metrics)
  const fairShare = makeFairShare<AdmissionRequest>(options.limit)
  const elsewhere = { fetch: [0], render: [0] }

  async function poll(): Promise<void> {
    await Promise.all([releaseFinished(fairShare, store, release), ...entryStages.map(count), refresh()])
  }

  async function count(stage: EntryStage): Promise<void> {
    const waiting = await countWaiting(stage, options.log)
    const own = fairShare.taken(stage) + fairShare.changesSinceLastPoll(stage)
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
  // Last of what may fail: a caller who tries again leaves no listener behind.
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

/** Frees seats whose wake-up got lost, and those that nobody waits for any more. */
async function releaseFinished(
  fairShare: Pick<FairShare<QueueSlot>, 'nextToCheck'>,
  store: ResultStore,
  release: (id: string) => void,
): Promise<void> {
  const candidates = fairShare.nextToCheck(RECHECK_COUNT)
  const outcomes = await store.getMany(candidates.map(({ id }) => outcomeKey(id)))
  for (const [index, { id, expiresAt }] of candidates.entries()) {
    if (typeof outcomes[index] === 'string' || expiresAt < referenceNow()) release(id)
  }
}

/** Again and again, never twice at once; an outage is noticed by whoever watches the services. */
function pollRegularly(work: () => Promise<void>, logger: Log): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch((err: unknown) => logger.debug({ err }, 'the queue can not be counted'))
      .finally(() => {
        isBusy = false
      })
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}
