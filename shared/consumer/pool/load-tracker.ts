import type { Job } from '#shared/consumer/pool/job.ts'

/** How work shares a stage's machine: many pieces at a time, or one with nothing beside it. */
export const executionModes = ['together', 'alone'] as const
export type ExecutionMode = (typeof executionModes)[number]

/** What one process of a stage has to do of one kind of interactive work, and how fast it does it. */
export interface ModeLoad {
  /** Pieces of work at a time, and how many of them one owner may have. */
  readonly slots: number
  readonly perOwner: number
  /** How long a slot is taken by a piece of work, on average of the last ones; null before the first has ended. */
  readonly seconds: number | null
  /** Pieces that wait or run, by their owner's tenant name ('' = none): of a thousand owners, those that have most. */
  readonly waiting: Readonly<Record<string, number>>
}

export type StageLoad = Readonly<Record<ExecutionMode, ModeLoad>>

/** As a process tells it, under an id of its own. */
export interface ReportedLoad extends StageLoad {
  readonly id: string
}

/** Keeps count of a stage's interactive work in this process. */
export interface LoadTracker {
  /** A job came (1), or is over or somebody else's (-1). */
  countJob(job: Pick<Job, 'tenant' | 'isExclusive'>, by: 1 | -1): void
  /** A piece of work took its slot for so long. */
  recordDuration(mode: ExecutionMode, ms: number): void
  current(): StageLoad
}

/** Pieces of work that the average is of: enough to even out pages, few enough to follow a change within seconds. */
const REMEMBERED = 16
const MOST_OWNERS = 1000
/** One measurement has the whole machine, whoever asks for it. */
const EXCLUSIVE_LIMITS = { slots: 1, perOwner: 1 }

export function makeLoadTracker(together: Pick<ModeLoad, 'slots' | 'perOwner'>): LoadTracker {
  const waiting = { together: new Map<string, number>(), alone: new Map<string, number>() }
  const took: Readonly<Record<ExecutionMode, number[]>> = { together: [], alone: [] }
  const limits = { together, alone: EXCLUSIVE_LIMITS }
  const loadOf = (mode: ExecutionMode): ModeLoad => ({
    ...limits[mode],
    seconds: meanOf(took[mode]),
    waiting: Object.fromEntries(largest(waiting[mode])),
  })

  return {
    countJob({ tenant, isExclusive }, by) {
      const counts = waiting[isExclusive ? 'alone' : 'together']
      const count = (counts.get(tenant ?? '') ?? 0) + by
      if (count > 0) counts.set(tenant ?? '', count)
      else counts.delete(tenant ?? '')
    },
    recordDuration(mode, ms) {
      took[mode].push(ms / 1000)
      if (took[mode].length > REMEMBERED) took[mode].shift()
    },
    current: () => ({ together: loadOf('together'), alone: loadOf('alone') }),
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** The owners that have most, where they are many. */
function largest(counts: ReadonlyMap<string, number>): Iterable<[string, number]> {
  if (counts.size <= MOST_OWNERS) return counts
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, MOST_OWNERS)
}
