import type { Log } from '#shared/log.ts'

const MAX_WAIT_MS = 100

/**
 * Notes what is so at the call or later: calls that come while a note is written share the next one. Resolves when it is
 * written, or when that takes too long or fails.
 */
export function coalesce(write: () => Promise<void>, logger: Log): () => Promise<unknown> {
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
    next = waitAtMost(MAX_WAIT_MS, writing)
    return next
  }
}

/** Resolves when the work does, or after so many milliseconds. */
export function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms).unref()
    const end = () => {
      clearTimeout(late)
      resolve()
    }
    work.then(end, end)
  })
}
