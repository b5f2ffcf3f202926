import {
  type ExecutionMode,
  executionModes,
  type ReportedLoad,
  type StageLoad,
} from '#shared/consumer/pool/load-tracker.ts'
import { type FoundQueue, type Prediction, predictWait } from './predicted-wait.ts'
import { makeQueueCounts } from './queue-counts.ts'
import { queueSkew } from './queue-skew.ts'
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
  /** Takes the current reports of the stage's processes. Those that have no slots are given no work. */
  update(loads: readonly ReportedLoad[]): void
  /** Counts an inspection of this gateway that was accepted (1) or has ended (-1). */
  adjust(request: Omit<ForecastRequest, 'waitMs'>, by: 1 | -1): void
  /**
   * Returns null when the inspection can be accepted: its answer is expected well within the time that the caller
   * waits, even at the process with the longest queue, or it would begin at once, or the load is unknown. Otherwise returns the seconds until a place is likely to
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
/** Rejected callers get successive places of their owner. The last promised place is at most this many seconds away. */
const MAX_PROMISED_SECONDS = 60

/** Makes the forecast for one stage. It knows nothing, and accepts all, until the first `update`. */
export function makeWaitForecast(): WaitForecast {
  const counts = { together: makeQueueCounts(), alone: makeQueueCounts() }
  const retrySchedule = makeRetrySchedule()
  const queues = makeStandingQueues(STANDING_MS / 1000)
  let loads: readonly StageLoad[] = []
  const skew = { together: 1, alone: 1 }
  let updatedAt = Number.NEGATIVE_INFINITY

  function predict(sharing: ExecutionMode, queue: FoundQueue): Prediction | null {
    if (performance.now() - updatedAt >= REPORT_TTL_MS) return null
    return predictWait(
      sharing,
      loads.map((load) => load[sharing]),
      queue,
    )
  }

  return {
    update(reported) {
      retrySchedule.dropPast()
      queues.dropIdle()
      if (reported.length === 0) return
      for (const sharing of executionModes)
        counts[sharing].update(new Map(reported.map((load) => [load.id, load[sharing]])))
      const working = reported.filter(({ together }) => together.slots > 0)
      if (working.length === 0) return
      loads = working
      for (const sharing of executionModes) skew[sharing] = queueSkew(working.map((load) => load[sharing]))
      updatedAt = performance.now()
    },
    adjust: ({ sharing, tenant }, by) => counts[sharing].adjust(tenant, by),
    retryAfter({ sharing, tenant, waitMs }) {
      const queue = counts[sharing]
      const prediction = predict(sharing, { ofOwner: queue.of(tenant), all: queue.all() })
      if (prediction === null || prediction.waitSeconds === 0) return null
      const owner = `${sharing} ${tenant}`
      const maxWait = ((WAIT_SHARE * waitMs) / 1000 - prediction.workSeconds) / skew[sharing]
      const limit = waitMs > MAX_CALL_MS ? maxWait : queues.limit(owner, prediction, maxWait)
      const excess = prediction.waitSeconds - limit
      return excess <= 0 ? null : retrySchedule.assign(owner, prediction.ownerPerSecond, excess)
    },
    expectedWait(sharing, owner) {
      const all = counts[sharing].all()
      const ofOwner = owner === 'idle' ? 0 : all.most()
      return predict(sharing, { ofOwner, all })?.waitSeconds ?? null
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
