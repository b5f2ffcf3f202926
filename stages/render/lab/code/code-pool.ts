import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { CodePool } from './code.worker.ts'

/** Limits of the analysis of one page's scripts, which have 3 million characters and maps of 2 million at most. */
const LIMITS = { timeoutMs: 1000, memoryMb: 256 }

/** Starts the thread that reads the scripts of measured pages; one is measured at a time. */
export function startCodePool(): CodePool {
  return startThreadPool({ program: new URL('./code.worker.ts', import.meta.url), threads: 1, ...LIMITS })
}
