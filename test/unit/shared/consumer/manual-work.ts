import { setImmediate as turn } from 'node:timers/promises'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** Work that runs until the test ends it. */
export interface ManualWork {
  readonly begun: { record: LogRecord; lane: Lane; attempt: number }[]
  work(record: LogRecord, lane: Lane, attempt: number): Promise<WorkResult>
  end(offset: number, done?: WorkResult): Promise<void>
  fail(offset: number, error: Error): Promise<void>
  running(): number[]
}

export function manualWork(): ManualWork {
  const begun: ManualWork['begun'] = []
  const runs = new Map<number, PromiseWithResolvers<WorkResult>>()
  const take = (offset: number) => {
    const run = runs.get(offset)
    if (run === undefined) throw new Error(`${offset} does not run`)
    runs.delete(offset)
    return run
  }
  return {
    begun,
    work(one, lane, attempt) {
      begun.push({ record: one, lane, attempt })
      const run = Promise.withResolvers<WorkResult>()
      runs.set(one.offset, run)
      return run.promise
    },
    async end(offset, done = 'done') {
      take(offset).resolve(done)
      await turn()
      await turn()
    },
    async fail(offset, error) {
      take(offset).reject(error)
      await turn()
      await turn()
    },
    running: () => [...runs.keys()],
  }
}
