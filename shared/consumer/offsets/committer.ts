import type { Lane } from '#shared/messages/topics.ts'
import type { Position } from '#shared/ports/event-log.ts'

export interface CommitterOptions {
  readonly lane: Lane
  /** Where the member stands in each partition it owns. */
  positions(): readonly Position[]
  commit(positions: readonly Position[]): Promise<void>
  onError(error: unknown): void
}

export interface Committer {
  /** Something was finished: a commit follows soon. */
  schedule(): void
  /** The log went back, and its commits with it: one of all positions follows soon. */
  scheduleAll(): void
  /** Commits now what is not committed yet; never rejects. */
  flush(): Promise<void>
}

/**
 * What is done within this time may be done again after a kill -9; repeats carry the same ids. Nobody waits for a batch, and a
 * commit costs the same however far it goes.
 */
const INTERVAL_MS: Readonly<Record<Lane, number>> = { interactive: 100, batch: 250 }
const AFTER_ERROR_MS = 1000

/**
 * Commits changed positions, one commit at a time. A refused commit is not sent again: the next one tells how far the
 * member is by then.
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
