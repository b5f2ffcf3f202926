import {
  type ExecutionMode,
  executionModes,
  type ReportedLoad,
  type StageLoad,
} from '#shared/consumer/pool/load-tracker.ts'
import { type Prediction, predictWait } from './predicted-wait.ts'
import { makeStandingQueues } from './standing-queues.ts'

/** A requested inspection. */
export interface ForecastRequest {
  readonly sharing: ExecutionMode
  /** Its owner's name in messages. */
  readonly tenant: string
  /** Time that the caller waits, in milliseconds. */
  readonly waitMs: number
}

/** Predicts the wait for a stage. */
export interface WaitForecast {
  /** Takes the current reports of the stage's processes. */
  update(loads: readonly ReportedLoad[]): void
  /** Counts an inspection of this gateway that was accepted (1) or has ended (-1). */
  adjust(request: Omit<ForecastRequest, 'waitMs'>, by: 1 | -1): void
  /**
   * Returns null when the inspection can be accepted: its answer is expected well within the time that the caller
   * waits, or it would begin at once, or the load is unknown. Otherwise returns the seconds until a place is likely to
   * be free. An owner's standing queue is kept short, since it adds waiting time and no throughput.
   */
  retryAfter(request: ForecastRequest): number | null
  /**
   * Seconds until a new inspection would begin, of an owner without inspections or of the one with most. Null when
   * unknown.
   */
  expectedWait(sharing: ExecutionMode, owner: 'idle' | 'busiest'): number | null
}

/**
 * Share of the caller's time within which the answer has to be expected. The rest is a reserve for slower pages and for
 * owners that join the round robin later. Simulated at 1.05 and 1.2 times the capacity, 0.6 has 98 % answered in time.
 */
const WAIT_SHARE = 0.6
/** Maximum wait of an owner with a standing queue. */
const STANDING_MS = 3000
/** Longest time that a caller stays connected. A caller with more time asks later for the answer. */
const MAX_CALL_MS = 600_000
/** Life of a report after the last update. A process that ended is replaced within this time. */
const REPORT_TTL_MS = 30_000
/**
 * A finished inspection that is not reported yet looks as if another gateway had accepted it, so only the minimum of
 * this many reports counts.
 */
const STABLE_REPORTS = 3
/** Rejected callers get successive places of their owner. The last promised place is at most this many seconds away. */
const MAX_PROMISED_SECONDS = 60

/** An owner without inspections; no tenant has this name. */
const NO_TENANT = '-'

type Counts = ReadonlyMap<string, number>

/** Makes the forecast for one stage. It knows nothing, and accepts all, until the first `update`. */
export function makeWaitForecast(): WaitForecast {
  const counts = { together: makeTenantCounts(), alone: makeTenantCounts() }
  const retrySchedule = makeRetrySchedule()
  const queues = makeStandingQueues(STANDING_MS / 1000)
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
      const maxWait = (WAIT_SHARE * waitMs) / 1000 - prediction.workSeconds
      const limit = waitMs > MAX_CALL_MS ? maxWait : queues.limit(owner, prediction, maxWait)
      const excess = prediction.waitSeconds - limit
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
  let [busiest, most] = [NO_TENANT, 0]
  for (const [tenant, count] of counts) if (count > most) [busiest, most] = [tenant, count]
  return busiest
}

/**
 * Counts the inspections of each owner at the stage: exactly those of this gateway, and an estimate of those of the
 * other gateways.
 */
function makeTenantCounts() {
  const own = new Map<string, number>()
  let reports: Counts[] = []
  return {
    adjust(tenant: string, by: 1 | -1): void {
      const count = (own.get(tenant) ?? 0) + by
      if (count > 0) own.set(tenant, count)
      else own.delete(tenant)
    },
    /** `reported` has the counts of each process; they include the inspections of this gateway. */
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

/** Assigns each rejected caller of an owner a place of its own. */
function makeRetrySchedule() {
  /** When the last assigned place gets free, in seconds. */
  const last = new Map<string, number>()
  return {
    /**
     * Seconds until the owner's next place that is not assigned: one gets free in `excess` seconds, then `rate` places
     * a second.
     */
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
