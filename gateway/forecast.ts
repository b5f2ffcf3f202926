import { type ReportedLoad, type Sharing, type StageLoad, sharings } from '#shared/pipeline/load.ts'
import { type Prediction, predictWait } from './predicted-wait.ts'
import { makeStandingQueues } from './standing-queues.ts'

/** An inspection that somebody asks for. */
export interface Demand {
  readonly sharing: Sharing
  /** Its owner, by the name that stages know. */
  readonly tenant: string
  /** Milliseconds that the caller waits. */
  readonly lifeMs: number
}

export interface WaitLimits {
  /**
   * Share of a caller's time by which the answer is to be expected: the rest is for pages slower than the last ones, and for owners
   * that come later and take their turns. Simulated at 1.05 and 1.2 times the capacity, with 0.6 of it 98 % are answered in time.
   */
  readonly share: number
  /** A wait that an owner is left with whose queue stays longer, in milliseconds. */
  readonly standingMs: number
}

/** Predicts when a stage will have done what it is asked for. */
export interface Forecast {
  /** What the stage's processes tell of themselves now. */
  learn(loads: readonly ReportedLoad[]): void
  /** An inspection of this gateway was accepted (1), or has ended (-1). */
  note(demand: Omit<Demand, 'lifeMs'>, by: 1 | -1): void
  /**
   * Seconds after which it is likely that the inspection has a place; null when it has one now: its answer can be expected well
   * within the time that the caller waits, or it would begin at once, or nothing is known. A queue of an owner that stays is kept
   * short: it makes callers wait, and has nothing more done.
   */
  refuses(demand: Demand): number | null
  /** Seconds until an inspection would begin: one of an owner that has none, or of the one that has most. Null when unknown. */
  beginsIn(sharing: Sharing, owner: 'idle' | 'busiest'): number | null
}

/** Nobody stays on the line for longer: who asks for more time comes back for the answer. */
const CALL_MS = 600_000
/** What processes told is believed for so long after they told it last: one that ended is replaced by then. */
const BELIEVED_MS = 30_000
/** What is finished and not yet told looks as if others had accepted it: only what so many tellings have is theirs. */
const TELLINGS = 3
/** Places that get free are promised to those who are refused, one after the other; so far ahead at most, in seconds. */
const MOST_PROMISED = 60

/** An owner that has nothing; no tenant has such a name. */
const NOBODY = '-'

type Counts = ReadonlyMap<string, number>

export function makeForecast({ share, standingMs }: WaitLimits): Forecast {
  const counts = { together: makeCounts(), alone: makeCounts() }
  const promises = makePromises()
  const queues = makeStandingQueues(standingMs / 1000)
  let loads: readonly StageLoad[] = []
  let learntAt = Number.NEGATIVE_INFINITY

  function predict(sharing: Sharing, waiting: Counts, tenant: string): Prediction | null {
    if (performance.now() - learntAt >= BELIEVED_MS) return null
    const ofKind = loads.map((load) => load[sharing])
    return predictWait(sharing, ofKind, waiting, tenant)
  }

  return {
    learn(reported) {
      promises.forgetKept()
      queues.forgetOld()
      if (reported.length === 0) return
      loads = reported
      learntAt = performance.now()
      for (const sharing of sharings) counts[sharing].learn(reported.map((load) => load[sharing].waiting))
    },
    note: ({ sharing, tenant }, by) => counts[sharing].note(tenant, by),
    refuses({ sharing, tenant, lifeMs }) {
      const prediction = predict(sharing, counts[sharing].all(), tenant)
      if (prediction === null || prediction.beginsIn === 0) return null
      const owner = `${sharing} ${tenant}`
      const most = (share * lifeMs) / 1000 - prediction.seconds
      const excess = prediction.beginsIn - (lifeMs > CALL_MS ? most : queues.limit(owner, prediction, most))
      return excess <= 0 ? null : promises.make(owner, prediction.ownerRate, excess)
    },
    beginsIn(sharing, owner) {
      const waiting = counts[sharing].all()
      const tenant = owner === 'idle' ? NOBODY : busiestOf(waiting)
      return predict(sharing, waiting, tenant)?.beginsIn ?? null
    },
  }
}

function busiestOf(counts: Counts): string {
  let [name, most] = [NOBODY, 0]
  for (const [tenant, count] of counts) if (count > most) [name, most] = [tenant, count]
  return name
}

/** How many inspections each owner has at the stage: this gateway's exactly, and those that others have accepted. */
function makeCounts() {
  const own = new Map<string, number>()
  let others: Counts[] = []
  return {
    note(tenant: string, by: 1 | -1): void {
      const count = (own.get(tenant) ?? 0) + by
      if (count > 0) own.set(tenant, count)
      else own.delete(tenant)
    },
    /** `told` is what each process has, this gateway's included. */
    learn(told: readonly Readonly<Record<string, number>>[]): void {
      const beyond = new Map<string, number>()
      for (const [tenant, count] of told.flatMap(Object.entries<number>))
        beyond.set(tenant, (beyond.get(tenant) ?? -(own.get(tenant) ?? 0)) + count)
      others = [...others, beyond].slice(-TELLINGS)
    },
    all(): Counts {
      const all = new Map(own)
      for (const tenant of others[0]?.keys() ?? []) {
        const least = Math.min(...others.map((counts) => counts.get(tenant) ?? 0))
        if (least > 0) all.set(tenant, (all.get(tenant) ?? 0) + least)
      }
      return all
    },
  }
}

/** Places that were promised to those who are refused, by owner. */
function makePromises() {
  /** When the last one gets free, in seconds. */
  const last = new Map<string, number>()
  return {
    /** Seconds until the owner's next place that nobody was told of: one gets free in `excess` seconds, then `rate` a second. */
    make(owner: string, rate: number, excess: number): number {
      const now = performance.now() / 1000
      const next = Math.min((last.get(owner) ?? 0) + 1 / rate, now + excess + MOST_PROMISED)
      const at = Math.max(now + excess, next)
      last.set(owner, at)
      return Math.ceil(at - now)
    },
    forgetKept(): void {
      const now = performance.now() / 1000
      for (const [owner, at] of last) if (at < now) last.delete(owner)
    },
  }
}
