import { Worker } from 'node:worker_threads'

/** How often this thread says that its event loop turns, and how often that is looked at, in milliseconds. */
export const CHECK_MS = 1000

/** How long the render part may give no sign of life before its process is ended, in milliseconds. */
export const SILENCE_MS = 30_000

/** What the thread of the guard gets. */
export interface GuardTask {
  /** A number that this thread raises each time its event loop turns. */
  readonly turns: Int32Array
  readonly checkMs: number
  readonly silenceMs: number
}

/**
 * Ends this process, by SIGKILL, when its event loop does not turn for `silenceMs`: nobody else notices a part in a process of its own that
 * a page has stopped, and whoever runs the process starts it again. Time is counted in checks, so a pause of the whole process does not
 * count. Returns a function that ends the watch.
 */
export function guardMainThread(silenceMs = SILENCE_MS): () => Promise<void> {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const timer = setInterval(() => Atomics.add(turns, 0, 1), CHECK_MS).unref()
  const workerData: GuardTask = { turns, checkMs: CHECK_MS, silenceMs }
  const worker = new Worker(new URL('./main-thread-guard.worker.ts', import.meta.url), { workerData })
  worker.unref()
  return async () => {
    clearInterval(timer)
    await worker.terminate()
  }
}
