import type { Job } from '#shared/consumer/pool/job.ts'
import { makeOwnerCounts } from '#shared/consumer/pool/owner-counts.ts'

/** How a job uses the machine of a stage: `together` with others, or `alone` (see `Job.isExclusive`). */
export const executionModes = ['together', 'alone'] as const
export type ExecutionMode = (typeof executionModes)[number]

/** How much one process of a stage can do in one mode, and how fast it does it. */
export interface ModeCapacity {
  /** Concurrent jobs, and how many of them one owner may have; 0 in a process that is given no jobs. */
  readonly slots: number
  readonly perOwner: number
  /** Mean time in seconds that the last 16 jobs took their slot; null before the first has ended. */
  readonly seconds: number | null
}

/** The interactive load of one process of a stage in one mode. */
export interface ModeLoad extends ModeCapacity {
  /** Waiting and running jobs, and how many owners they have. */
  readonly owners: number
  readonly jobs: number
  /** Jobs of some of these owners by `ownerName`, and 0 for owners without any more: owners are named in turn. */
  readonly waiting: Readonly<Record<string, number>>
}

export type StageLoad = Readonly<Record<ExecutionMode, ModeLoad>>

/** The load that a process reports, with the id of the process. */
export interface ReportedLoad extends StageLoad {
  readonly id: string
}

export type LoadTracker = ReturnType<typeof makeLoadTracker>

/** Jobs in the mean: enough to even out single pages, few enough to follow a change within seconds. */
const MAX_DURATIONS = 16
/** Owners that a report names: with 24 processes a gateway reads less than 20 KB at a time. */
const MAX_NAMED = 32
/** An exclusive job takes the whole machine. */
const EXCLUSIVE_LIMITS = { slots: 1, perOwner: 1 }
const NO_LIMITS = { slots: 0, perOwner: 0 }
/** Of the 32 hex digits of a tenant id: 40 bits distinguish 10,000 owners for certain enough. */
const NAME_DIGITS = 10

/** The short name of an owner in reports, from its tenant id; '' for jobs without an owner. */
export function ownerName(tenant: string | null): string {
  return (tenant ?? '').slice(0, NAME_DIGITS)
}

/** Tracks the interactive load of a stage in this process. `together` are the limits of jobs that share the machine. */
export function makeLoadTracker(together: Pick<ModeLoad, 'slots' | 'perOwner'>) {
  const counts = { together: makeOwnerCounts(), alone: makeOwnerCounts() }
  const durations: Readonly<Record<ExecutionMode, number[]>> = { together: [], alone: [] }
  const limits = { together, alone: EXCLUSIVE_LIMITS }
  const loadOf = (mode: ExecutionMode, isGivenJobs: boolean, most: number): ModeLoad => ({
    ...(isGivenJobs ? limits[mode] : NO_LIMITS),
    seconds: meanOf(durations[mode]),
    ...counts[mode].totals(),
    waiting: counts[mode].take(most),
  })

  /** Half of the owners are of either mode, but those whose count changed come first. */
  function namedAlone(): number {
    const half = MAX_NAMED / 2
    return counts.together.changes() < half ? half : Math.min(half, counts.alone.changes())
  }

  return {
    /** A job arrived (1), or ended or was withdrawn (-1). */
    countJob({ tenant, isExclusive }: Pick<Job, 'tenant' | 'isExclusive'>, by: 1 | -1): void {
      counts[isExclusive ? 'alone' : 'together'].add(ownerName(tenant), by)
    },
    /** A job took its slot for `ms` milliseconds. */
    recordDuration(mode: ExecutionMode, ms: number): void {
      durations[mode].push(ms / 1000)
      if (durations[mode].length > MAX_DURATIONS) durations[mode].shift()
    },
    /**
     * The next report of the load. A process that is given no jobs, since it owns no partition of them, has no slots for
     * any; those that it still has count.
     */
    report(isGivenJobs: boolean): StageLoad {
      const alone = loadOf('alone', isGivenJobs, namedAlone())
      const most = MAX_NAMED - Object.keys(alone.waiting).length
      return { together: loadOf('together', isGivenJobs, most), alone }
    },
  }
}

/** To the millisecond. */
function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  return Math.round(mean * 1000) / 1000
}
