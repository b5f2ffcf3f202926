import { type FileRun, startWorker, type TestWorker, type WorkerOptions } from './worker-process.ts'

/** Where the runs of the files go, and what went wrong beside them. */
export interface Collector {
  readonly isStopped: () => boolean
  collect(run: FileRun): void
  crashed(why: string): void
}

/**
 * Runs the files of the queues in a worker: those of the first queue, then those of the next. Several calls may share a
 * queue. A worker that crashed is replaced.
 */
export async function runFiles(
  queues: readonly IterableIterator<string>[],
  options: WorkerOptions,
  { isStopped, collect, crashed }: Collector,
): Promise<void> {
  let worker: TestWorker | null = null
  for (const queue of queues)
    for (const file of queue) {
      if (isStopped()) break
      worker ??= startWorker(options)
      collect(await worker.run(file))
      if (!worker.hasEnded) continue
      await worker.end()
      worker = null
    }
  const why = (await worker?.end()) ?? null
  if (why !== null && !isStopped()) crashed(why)
}
