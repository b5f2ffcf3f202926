import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export const loads = [
  'brotli of 49 MiB',
  'brotli of 512 MiB',
  'gzip of 49 MiB',
  'plain of 49 MiB',
  'plain of 60 MB',
]

/** A page of common size. */
export const SMALL = 'small'
const [large, small] = [0, 1]

export interface LoadSite {
  /** URL of another page of a kind; all are different. */
  url(kind: string): string
  close(): Promise<unknown>
}

/**
 * Opens a site for large pages and one for small ones, each in a thread of its own, so that they do not block each
 * other.
 */
export async function openLoadSite(): Promise<LoadSite> {
  const workers = [large, small].map(() => new Worker(new URL('./memory-site.worker.ts', import.meta.url)))
  const ports = await Promise.all(workers.map((worker) => once(worker, 'message')))
  let count = 0
  return {
    url: (kind) =>
      `http://127.0.0.2:${ports[kind === SMALL ? small : large]}/${encodeURIComponent(kind)}?${++count}`,
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}
