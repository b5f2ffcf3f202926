import type { BatchTurns } from '#stages/batch/frontier/batch-turns.ts'

/** Turns of a process that is alone. */
export const ownTurns: BatchTurns = {
  take: async () => ({ lost: new AbortController().signal, end: async () => undefined }),
}
