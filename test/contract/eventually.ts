import { setTimeout as sleep } from 'node:timers/promises'

const LIMIT_MS = 10_000
const INTERVAL_MS = 20

/** Resolves as soon as the condition holds (one that rejects doesn't hold yet); rejects when it never does. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const end = Date.now() + limitMs
  let failure: unknown
  while (Date.now() < end) {
    try {
      if (await condition()) return
      failure = undefined
    } catch (error) {
      failure = error
    }
    await sleep(INTERVAL_MS)
  }
  throw new Error(`did not come true within ${limitMs} ms`, { cause: failure })
}

/** What the promise was rejected with; fails when it resolves, or when neither happens within `limitMs`. */
export async function rejectionOf(promise: Promise<unknown>, limitMs = LIMIT_MS): Promise<unknown> {
  const pending = Symbol('pending')
  const outcome = promise.then(
    () => Promise.reject(new Error('resolved, though it should reject')),
    (error) => ({ error }),
  )
  const answer = await Promise.race([outcome, sleep(limitMs, pending, { ref: false })])
  if (typeof answer === 'symbol') throw new Error(`still pending after ${limitMs} ms`)
  return answer.error
}
