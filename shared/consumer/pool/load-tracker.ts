import type { Job } from '#shared/consumer/pool/job.ts'

/** How a job uses the machine of a stage: `together` with others, or `alone` (see `Job.isExclusive`). */
export const executionModes = ['together', 'alone'] as const
export type ExecutionMode = (typeof executionModes)[number]

/** The interactive load of one process of a stage in one mode. */
export interface ModeLoad {
  /** Concurrent jobs, and how many of them one owner may have. */
  readonly slots: number
  readonly perOwner: number
  /** Mean time in seconds that the last 16 jobs took their slot; null before the first has ended. */
  readonly seconds: number | null
  /** Waiting and running jobs by tenant ('' = none); the 1,000 tenants with the most jobs. */
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
const MAX_OWNERS = 1000
/** An exclusive job takes the whole machine. */
const EXCLUSIVE_LIMITS = { slots: 1, perOwner: 1 }

/** Tracks the interactive load of a stage in this process. `together` are the limits of jobs that share the machine. */
export function makeLoadTracker(together: Pick<ModeLoad, 'slots' | 'perOwner'>) {
  const waiting = { together: new Map<string, number>(), alone: new Map<string, number>() }
  const durations: Readonly<Record<ExecutionMode, number[]>> = { together: [], alone: [] }
  const limits = { together, alone: EXCLUSIVE_LIMITS }
  const loadOf = (mode: ExecutionMode): ModeLoad => ({
    ...limits[mode],
    seconds: meanOf(durations[mode]),
    waiting: Object.fromEntries(largest(waiting[mode])),
  })

  return {
    /** A job arrived (1), or ended or was withdrawn (-1). */
    countJob({ tenant, isExclusive }: Pick<Job, 'tenant' | 'isExclusive'>, by: 1 | -1): void {
      const counts = waiting[isExclusive ? 'alone' : 'together']
      const count = (counts.get(tenant ?? '') ?? 0) + by
      if (count > 0) counts.set(tenant ?? '', count)
      else counts.delete(tenant ?? '')
    },
    /** A job took its slot for `ms` milliseconds. */
    recordDuration(mode: ExecutionMode, ms: number): void {
      durations[mode].push(ms / 1000)
      if (durations[mode].length > MAX_DURATIONS) durations[mode].shift()
    },
    /** The load at the moment. */
    current: (): StageLoad => ({ together: loadOf('together'), alone: loadOf('alone') }),
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** At most `MAX_OWNERS` entries: those with the highest counts. */
function largest(counts: ReadonlyMap<string, number>): Iterable<[string, number]> {
  if (counts.size <= MAX_OWNERS) return counts
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, MAX_OWNERS)
}
