import type { Lane } from '#shared/messages/topics.ts'
import type { Position } from '#shared/ports/event-log.ts'

export interface CommitterOptions {
  readonly lane: Lane
  /** The current position in each partition that the member owns. */
  positions(): readonly Position[]
  commit(positions: readonly Position[]): Promise<void>
  onError(error: unknown): void
}

export interface Committer {
  /** A record was finished: a commit follows soon. */
  schedule(): void
  /** The log was truncated or recreated, and its commits are gone: a commit of all positions follows soon. */
  scheduleAll(): void
  /** Commits all changed positions at once; never rejects. */
  flush(): Promise<void>
}

/**
 * Delay of a commit. Work of this time may be repeated after a crash (kill -9); repeated events carry the same ids. The
 * batch lane commits less often: no caller waits for it, and a commit costs the same for any number of records.
 */
const INTERVAL_MS: Readonly<Record<Lane, number>> = { interactive: 100, batch: 250 }
const AFTER_ERROR_MS = 1000

/**
 * Commits changed positions, one commit at a time. A refused commit is not repeated: the next commit holds the newer
 * positions.
 */
export function makeCommitter({ lane, positions, commit, onError }: CommitterOptions): Committer {
  let committed = new Map<string, string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function commitChanged(): Promise<void> {
    const changed = positions().filter((one) => committed.get(partitionName(one)) !== fingerprint(one))
    if (changed.length === 0) return
    try {
      await commit(changed)
      for (const one of changed) committed.set(partitionName(one), fingerprint(one))
    } catch (error) {
      committed = new Map()
      onError(error)
      schedule(AFTER_ERROR_MS)
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = running.then(commitChanged)
    return running
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms)
  }

  return {
    schedule: () => schedule(INTERVAL_MS[lane]),
    scheduleAll() {
      committed = new Map()
      schedule(INTERVAL_MS[lane])
    },
    async flush() {
      await flush()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

function partitionName({ topic, partition }: Position): string {
  return `${topic}/${partition}`
}

function fingerprint({ offset, metadata }: Position): string {
  return `${offset} ${metadata}`
}
