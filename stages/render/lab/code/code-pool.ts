import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { CodePool } from './code.worker.ts'

/**
 * Limits of the analysis of one page's code, which has 5 million characters and maps of 2 million at most, and of its trace, which has
 * 180,000 events at most.
 */
const LIMITS = { timeoutMs: 2000, memoryMb: 256 }

/** Starts the thread that reads the code and the traces of measured pages; one is measured at a time. */
export function startCodePool(): CodePool {
  return startThreadPool({ program: new URL('./code.worker.ts', import.meta.url), threads: 1, ...LIMITS })
}
