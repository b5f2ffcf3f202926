/** The real clock, also while a test drives the other. */
const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises')
const now = performance.now.bind(performance)

/** For a busy machine. A test whose own limit is shorter ends by that one. */
const LIMIT_MS = 30_000
const INTERVAL_MS = 20

/** Resolves as soon as the condition holds (a rejected condition does not hold yet); rejects after the time limit. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const end = now() + limitMs
  let failure: unknown
  while (now() < end) {
    try {
      if (await condition()) return
      failure = undefined
    } catch (error) {
      failure = error
    }
    await sleep(INTERVAL_MS)
  }
  const reason = failure instanceof Error ? `: ${failure.message}` : ''
  throw new Error(`did not become true within ${limitMs} ms${reason}`, { cause: failure })
}

/** The error that the promise is rejected with. Fails when the promise resolves or is pending after `limitMs`. */
export async function rejectionOf(promise: Promise<unknown>, limitMs = LIMIT_MS): Promise<unknown> {
  const pending = Symbol('pending')
  const outcome = promise.then(
    () => Promise.reject(new Error('resolved, although it should reject')),
    (error) => ({ error }),
  )
  const answer = await Promise.race([outcome, sleep(limitMs, pending, { ref: false })])
  if (typeof answer === 'symbol') throw new Error(`still pending after ${limitMs} ms`)
  return answer.error
}
