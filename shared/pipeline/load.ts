import type { Job } from '#shared/pipeline/job.ts'

/** How work shares a stage's machine: many pieces at a time, or one with nothing beside it. */
export const sharings = ['together', 'alone'] as const
export type Sharing = (typeof sharings)[number]

/** What one process of a stage has to do of one kind of interactive work, and how fast it does it. */
export interface SharedLoad {
  /** Pieces of work at a time, and how many of them one owner may have. */
  readonly slots: number
  readonly perOwner: number
  /** How long a slot is taken by a piece of work, on average of the last ones; null before the first has ended. */
  readonly seconds: number | null
  /** Pieces that wait or run, by their owner's tenant name ('' = none): of a thousand owners, those that have most. */
  readonly waiting: Readonly<Record<string, number>>
}

export type StageLoad = Readonly<Record<Sharing, SharedLoad>>

/** As a process tells it, under an id of its own. */
export interface ReportedLoad extends StageLoad {
  readonly id: string
}

/** Keeps count of a stage's interactive work in this process. */
export interface Load {
  /** A job came (1), or is over or somebody else's (-1). */
  note(job: Pick<Job, 'tenant' | 'isAlone'>, by: 1 | -1): void
  /** A piece of work took its slot for so long. */
  took(sharing: Sharing, ms: number): void
  now(): StageLoad
}

/** Pieces of work that the average is of: enough to even out pages, few enough to follow a change within seconds. */
const REMEMBERED = 16
const MOST_OWNERS = 1000
/** One measurement has the whole machine, whoever asks for it. */
const ALONE = { slots: 1, perOwner: 1 }

export function makeLoad(together: Pick<SharedLoad, 'slots' | 'perOwner'>): Load {
  const waiting = { together: new Map<string, number>(), alone: new Map<string, number>() }
  const took: Readonly<Record<Sharing, number[]>> = { together: [], alone: [] }
  const limits = { together, alone: ALONE }
  const loadOf = (sharing: Sharing): SharedLoad => ({
    ...limits[sharing],
    seconds: meanOf(took[sharing]),
    waiting: Object.fromEntries(most(waiting[sharing])),
  })

  return {
    note({ tenant, isAlone }, by) {
      const counts = waiting[isAlone ? 'alone' : 'together']
      const count = (counts.get(tenant ?? '') ?? 0) + by
      if (count > 0) counts.set(tenant ?? '', count)
      else counts.delete(tenant ?? '')
    },
    took(sharing, ms) {
      took[sharing].push(ms / 1000)
      if (took[sharing].length > REMEMBERED) took[sharing].shift()
    },
    now: () => ({ together: loadOf('together'), alone: loadOf('alone') }),
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** The owners that have most, where they are many. */
function most(counts: ReadonlyMap<string, number>): Iterable<[string, number]> {
  if (counts.size <= MOST_OWNERS) return counts
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, MOST_OWNERS)
}
