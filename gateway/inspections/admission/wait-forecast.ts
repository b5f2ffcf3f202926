import {
  type ExecutionMode,
  executionModes,
  type ReportedLoad,
  type StageLoad,
} from '#shared/consumer/pool/load-tracker.ts'
import { type Prediction, predictWait } from './predicted-wait.ts'
import { makeStandingQueues } from './standing-queues.ts'

/** An inspection that somebody asks for. */
export interface ForecastRequest {
  readonly sharing: ExecutionMode
  /** Its owner, by the name that stages know. */
  readonly tenant: string
  /** Milliseconds that the caller waits. */
  readonly waitMs: number
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
export interface WaitForecast {
  /** What the stage's processes tell of themselves now. */
  update(loads: readonly ReportedLoad[]): void
  /** An inspection of this gateway was accepted (1), or has ended (-1). */
  adjust(demand: Omit<ForecastRequest, 'waitMs'>, by: 1 | -1): void
  /**
   * Seconds after which it is likely that the inspection has a place; null when it has one now: its answer can be expected well
   * within the time that the caller waits, or it would begin at once, or nothing is known. A queue of an owner that stays is kept
   * short: it makes callers wait, and has nothing more done.
   */
  retryAfter(demand: ForecastRequest): number | null
  /** Seconds until an inspection would begin: one of an owner that has none, or of the one that has most. Null when unknown. */
  expectedWait(sharing: ExecutionMode, owner: 'idle' | 'busiest'): number | null
}

/** Nobody stays on the line for longer: who asks for more time comes back for the answer. */
const MAX_CALL_MS = 600_000
/** What processes told is believed for so long after they told it last: one that ended is replaced by then. */
const REPORT_TTL_MS = 30_000
/** What is finished and not yet told looks as if others had accepted it: only what so many tellings have is theirs. */
const STABLE_REPORTS = 3
/** Places that get free are promised to those who are refused, one after the other; so far ahead at most, in seconds. */
const MAX_PROMISED_SECONDS = 60

/** An owner that has nothing; no tenant has such a name. */
const NO_TENANT = '-'

type Counts = ReadonlyMap<string, number>

export function makeWaitForecast({ share, standingMs }: WaitLimits): WaitForecast {
  const counts = { together: makeTenantCounts(), alone: makeTenantCounts() }
  const retrySchedule = makeRetrySchedule()
  const queues = makeStandingQueues(standingMs / 1000)
  let loads: readonly StageLoad[] = []
  let updatedAt = Number.NEGATIVE_INFINITY

  function predict(sharing: ExecutionMode, waiting: Counts, tenant: string): Prediction | null {
    if (performance.now() - updatedAt >= REPORT_TTL_MS) return null
    const loadsOfKind = loads.map((load) => load[sharing])
    return predictWait(sharing, loadsOfKind, waiting, tenant)
  }

  return {
    update(reported) {
      retrySchedule.dropPast()
      queues.dropIdle()
      if (reported.length === 0) return
      loads = reported
      updatedAt = performance.now()
      for (const sharing of executionModes)
        counts[sharing].update(reported.map((load) => load[sharing].waiting))
    },
    adjust: ({ sharing, tenant }, by) => counts[sharing].adjust(tenant, by),
    retryAfter({ sharing, tenant, waitMs }) {
      const prediction = predict(sharing, counts[sharing].all(), tenant)
      if (prediction === null || prediction.waitSeconds === 0) return null
      const owner = `${sharing} ${tenant}`
      const maxWait = (share * waitMs) / 1000 - prediction.workSeconds
      const excess =
        prediction.waitSeconds - (waitMs > MAX_CALL_MS ? maxWait : queues.limit(owner, prediction, maxWait))
      return excess <= 0 ? null : retrySchedule.assign(owner, prediction.ownerPerSecond, excess)
    },
    expectedWait(sharing, owner) {
      const waiting = counts[sharing].all()
      const tenant = owner === 'idle' ? NO_TENANT : busiestOf(waiting)
      return predict(sharing, waiting, tenant)?.waitSeconds ?? null
    },
  }
}

function busiestOf(counts: Counts): string {
  let [name, maxWait] = [NO_TENANT, 0]
  for (const [tenant, count] of counts) if (count > maxWait) [name, maxWait] = [tenant, count]
  return name
}

/** How many inspections each owner has at the stage: this gateway's exactly, and those that others have accepted. */
function makeTenantCounts() {
  const own = new Map<string, number>()
  let reports: Counts[] = []
  return {
    adjust(tenant: string, by: 1 | -1): void {
      const count = (own.get(tenant) ?? 0) + by
      if (count > 0) own.set(tenant, count)
      else own.delete(tenant)
    },
    /** `told` is what each process has, this gateway's included. */
    update(reported: readonly Readonly<Record<string, number>>[]): void {
      const elsewhere = new Map<string, number>()
      for (const [tenant, count] of reported.flatMap(Object.entries<number>))
        elsewhere.set(tenant, (elsewhere.get(tenant) ?? -(own.get(tenant) ?? 0)) + count)
      reports = [...reports, elsewhere].slice(-STABLE_REPORTS)
    },
    all(): Counts {
      const all = new Map(own)
      for (const tenant of reports[0]?.keys() ?? []) {
        const least = Math.min(...reports.map((counts) => counts.get(tenant) ?? 0))
        if (least > 0) all.set(tenant, (all.get(tenant) ?? 0) + least)
      }
      return all
    },
  }
}

/** Places that were promised to those who are refused, by owner. */
function makeRetrySchedule() {
  /** When the last one gets free, in seconds. */
  const last = new Map<string, number>()
  return {
    /** Seconds until the owner's next place that nobody was told of: one gets free in `excess` seconds, then `rate` a second. */
    assign(owner: string, rate: number, excess: number): number {
      const now = performance.now() / 1000
      const next = Math.min((last.get(owner) ?? 0) + 1 / rate, now + excess + MAX_PROMISED_SECONDS)
      const at = Math.max(now + excess, next)
      last.set(owner, at)
      return Math.ceil(at - now)
    },
    dropPast(): void {
      const now = performance.now() / 1000
      for (const [owner, at] of last) if (at < now) last.delete(owner)
    },
  }
}
