import { unavailable } from '#shared/errors.ts'
import type { Positions } from '../commands.ts'

/** A batch whose items are being added here. */
interface Submission {
  readonly added: Record<number, number>
  pages: number
  readonly timer: NodeJS.Timeout | null
}

/** What was added to a batch by this process. */
export interface Added {
  /** By shard: the position after the last items that were added. */
  readonly positions: Positions
  /** Pages that were new. */
  readonly pages: number
}

/** Batches to which items are added at the same time. Further ones are refused. */
const MAX_SUBMISSIONS = 10_000
/** A batch that is being submitted is kept this often. */
const KEEP_MS = 60_000

export type Submissions = ReturnType<typeof makeSubmissions>

/** Makes the list of batches to which this process adds items, until they are started, closed or discarded. */
export function makeSubmissions(keep: (batch: string) => void) {
  const submissions = new Map<string, Submission>()

  function open(batch: string, timer: NodeJS.Timeout | null): Submission {
    const submission = { added: {}, pages: 0, timer }
    submissions.set(batch, submission)
    return submission
  }

  return {
    /** Throws `SERVICE_UNAVAILABLE` when there are too many. */
    assertRoom(batch: string): void {
      if (submissions.size >= MAX_SUBMISSIONS && !submissions.has(batch)) throw unavailable('submissions')
    },
    /** Begins a submission, which is kept until `forget`. */
    begin(batch: string): void {
      open(batch, setInterval(() => keep(batch), KEEP_MS).unref())
    },
    /** Records items that a shard had added when it had applied its intake up to `position`. */
    added(batch: string, shard: number, position: number, pages: number): void {
      const submission = submissions.get(batch) ?? open(batch, null)
      submission.added[shard] = Math.max(submission.added[shard] ?? 0, position)
      submission.pages += pages
    },
    of(batch: string): Added {
      const { added = {}, pages = 0 } = submissions.get(batch) ?? {}
      return { positions: added, pages }
    },
    forget(batch: string): void {
      clearInterval(submissions.get(batch)?.timer ?? undefined)
      submissions.delete(batch)
    },
  }
}
