import {
  type CallOptions,
  startThreadPool,
  type ThreadPool,
  type ThreadPoolOptions,
} from '#shared/async/threads/thread-pool.ts'
import type { Sample } from './sample.worker.ts'

export const program = new URL('./sample.worker.ts', import.meta.url)
/** Shares its memory with other buffers, so that it stays here. */
const nothing = Buffer.from('x')

/** Options of a call, by default one that is not urgent and never aborted. */
export const calm: CallOptions = {
  tenant: null,
  isUrgent: false,
  signal: new AbortController().signal,
  moved: nothing,
}
export const urgent = { ...calm, isUrgent: true }

export function samplePool(own: Partial<ThreadPoolOptions> = {}): ThreadPool<Sample> {
  return startThreadPool({ program, threads: 1, memoryMb: 64, timeoutMs: 30_000, ...own })
}

/** Holds a thread, once it has begun, until `release` is called. */
export function holding(
  pool: ThreadPool<Sample>,
  tenant: string | null = null,
): { release(): void; ended: Promise<void> } {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const ended = pool.run('wait', flag, { ...urgent, tenant })
  const release = () => {
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  }
  return { release, ended }
}
