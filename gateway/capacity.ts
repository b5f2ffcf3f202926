import type { Log } from '#shared/log.ts'
import { workTopic } from '#shared/messages/topics.ts'
import { backlog } from '#shared/pipeline/backlog.ts'
import { groupOf } from '#shared/pipeline/stage-groups.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/pipeline/store-keys.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type Demand, makeForecast, type WaitLimits } from './forecast.ts'
import { type Reason, refusals, watchForecast } from './refusals.ts'
import { makeSeats, type Seat, type Seats, type Way } from './seats.ts'
import { readLoads } from './stage-loads.ts'

export interface CapacityOptions {
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
export interface Refusal {
  readonly reason: Reason
  /** Seconds after which there is likely to be room; null = nobody knows. */
  readonly retryAfter: number | null
}

/** A seat, and what the stages are to do for it. */
export interface Claim extends Seat, Demand {}

/** The bounded queue of interactive inspections: who may add to it. */
export interface Capacity {
  /**
   * Takes a seat until the inspection ends, and answers null. Refuses when the queue is full, when the owner holds its share of it,
   * and when a browser is not likely to have answered within the caller's time.
   */
  take(seat: Claim): Refusal | null
  /** The inspection doesn't take place after all. */
  release(id: string): void
  close(): Promise<void>
}

interface Queue {
  readonly group: string
  readonly topic: string
}

const queueOf = (stage: string, step: Parameters<typeof workTopic>[0]): Queue => ({
  group: groupOf(stage, 'interactive'),
  topic: workTopic(step, 'interactive'),
})

/** Where inspections wait. */
const queues: Readonly<Record<Way, readonly Queue[]>> = {
  fetch: [queueOf('fetch', 'inspection.requested'), queueOf('extract', 'page.fetched')],
  render: [queueOf('render', 'inspection.requested')],
}
const ways = Object.keys(queues) as Way[]

const POLL_MS = 1000
/** What is finished and not yet committed looks as if it waited: only what stays over so many polls does. */
const POLLS = 3
/** Seats that are looked after with each poll. */
const REREAD = 1000

/**
 * Own inspections are counted exactly: a seat is free again with the wake-up of its inspection (or when the store tells
 * its end after a lost one, or when it expires). What the log holds beyond them was accepted elsewhere: by other
 * gateways, or by this one before its start.
 */
export async function openCapacity(options: CapacityOptions): Promise<Capacity> {
  const { store, logger, metrics } = options
  const forecast = makeForecast(options.wait)
  const refused = refusals(metrics)
  const seats = makeSeats<Claim>(options.limit)
  const others = { fetch: [0], render: [0] }

  async function poll(): Promise<void> {
    await Promise.all([freeEnded(seats, store, release), ...ways.map(count), learn()])
  }

  async function count(way: Way): Promise<void> {
    const waiting = await waitingOn(way, options.log)
    const own = seats.taken(way) + seats.moves(way)
    others[way] = [...others[way], Math.max(0, waiting - own)].slice(-POLLS)
  }

  const learn = async (): Promise<void> => forecast.learn(await readLoads(store))

  function take(seat: Claim): Refusal | null {
    const retryAfter = seat.way === 'render' ? forecast.refuses(seat) : null
    if (retryAfter !== null) return { reason: 'too_long', retryAfter }
    const elsewhere = Math.min(...others[seat.way])
    const isFull = seats.isFull(seat.way, elsewhere)
    if (!seats.take(seat, elsewhere))
      return { reason: isFull ? 'queue_full' : 'owner_share', retryAfter: null }
    if (seat.way === 'render') forecast.note(seat, 1)
    return null
  }

  function release(id: string): void {
    const seat = seats.release(id)
    if (seat?.way === 'render') forecast.note(seat, -1)
  }

  await Promise.all([
    ...ways.map(async (way) => (others[way] = [await waitingOn(way, options.log)])),
    learn(),
  ])
  // Last of what may fail: a caller who tries again leaves no listener behind.
  const unlisten = await store.listen(ENDED_CHANNEL, release, () => {})
  const stop = repeat(poll, logger)
  watchForecast(forecast, metrics)
  return {
    take(seat) {
      const refusal = take(seat)
      if (refusal !== null) refused.add({ way: seat.way, reason: refusal.reason })
      return refusal
    },
    release,
    async close() {
      stop()
      await unlisten()
    },
  }
}

async function waitingOn(way: Way, log: EventLog): Promise<number> {
  const counts = await Promise.all(queues[way].map(({ group, topic }) => backlog(log, group, [topic])))
  return counts.reduce((sum, one) => sum + one, 0)
}

/** Frees seats whose wake-up got lost, and those that nobody waits for any more. */
async function freeEnded(
  seats: Pick<Seats<Seat>, 'some'>,
  store: ResultStore,
  release: (id: string) => void,
): Promise<void> {
  const some = seats.some(REREAD)
  const outcomes = await store.getMany(some.map(({ id }) => outcomeKey(id)))
  for (const [index, { id, expiresAt }] of some.entries()) {
    if (typeof outcomes[index] === 'string' || expiresAt < referenceNow()) release(id)
  }
}

/** Again and again, never twice at once; an outage is noticed by whoever watches the services. */
function repeat(work: () => Promise<void>, logger: Log): () => void {
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
