import type { ResourceLimits } from 'node:worker_threads'

/**
 * MiB of heap for young objects. Node.js ends a thread that reaches its limit, but V8 aborts the whole process when one
 * garbage collection exceeds it by 16 MiB. The default size of the young generation allows that; this size does not.
 */
const YOUNG_MB = 24
const STACK_MB = 4

/** Resource limits of a worker thread. A page that exceeds them ends its thread (ERR_WORKER_OUT_OF_MEMORY), not the process. */
export function threadLimits(memoryMb: number, youngMb: number = YOUNG_MB): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: STACK_MB }
}
