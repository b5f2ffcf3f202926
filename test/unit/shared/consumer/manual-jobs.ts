import { setImmediate as turn } from 'node:timers/promises'
import type { Job, RunResult } from '#shared/consumer/pool/job.ts'
import type { Lane } from '#shared/messages/topics.ts'

/** Jobs that run until the test ends them, and the order in which they started. */
export interface ManualJobs {
  readonly started: string[]
  make(name: string, lane: Lane, key?: string | null): Job & { readonly name: string }
  /** Ends a run of a job; resolves after the jobs that it made room for have started. */
  end(name: string, run?: RunResult): Promise<void>
  /** Names of the jobs that run, in the order they were started. */
  running(): string[]
}

export function manualJobs(): ManualJobs {
  const started: string[] = []
  const ends = new Map<string, (run: RunResult) => void>()
  return {
    started,
    make: (name, lane, key = null) => ({
      name,
      lane,
      key,
      tenant: null,
      run() {
        started.push(name)
        return new Promise((resolve) => ends.set(name, resolve))
      },
    }),
    async end(name, run = 'over') {
      const end = ends.get(name)
      if (end === undefined) throw new Error(`${name} does not run`)
      ends.delete(name)
      end(run)
      await turn()
    },
    running: () => [...ends.keys()],
  }
}
