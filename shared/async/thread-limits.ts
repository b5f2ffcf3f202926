import type { ResourceLimits } from 'node:worker_threads'

/**
 * MiB of heap for values that have just been made. Node.js ends a thread that reaches its limit, but V8 aborts the whole process
 * when one collection goes 16 MiB beyond it: survivors of the young generation must not be able to, as they can by default.
 */
const YOUNG_MB = 24
const STACK_MB = 4

/** Limits of a thread that works on pages: the worst of them ends its thread with ERR_WORKER_OUT_OF_MEMORY, and nothing else. */
export function threadLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB }
}
