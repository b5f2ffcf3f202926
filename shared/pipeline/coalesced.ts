import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'

const NOTE_MS = 100

/**
 * Notes what is so at the call or later: calls that come while a note is written share the next one. Resolves when it is
 * written, or when that takes too long or fails.
 */
export function coalesced(write: () => Promise<void>, logger: Log): () => Promise<unknown> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> | null = null

  async function once(): Promise<void> {
    next = null
    await write().catch((err: unknown) => logger.debug({ err }, 'what is in hand could not be noted'))
  }

  return () => {
    if (next !== null) return next
    const writing = current.then(once)
    current = writing
    next = within(NOTE_MS, writing)
    return next
  }
}

/** Resolves when the work does, or after so many milliseconds. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const end = new AbortController()
  const late = delay(ms, undefined, { ref: false, signal: end.signal }).catch(() => {})
  await Promise.race([work, late])
  end.abort()
}
