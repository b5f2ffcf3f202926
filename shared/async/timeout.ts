/** Settles like `step`; rejects with `timeout()` when that takes longer than `ms` milliseconds. Ignores a later rejection of `step`. */
export function withTimeout<T>(
  ms: number,
  step: Promise<T>,
  timeout: () => Error = () => new Error(`No answer within ${ms} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeout()), ms)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Settles like `step`; resolves with null when that takes longer than `ms` milliseconds. Ignores a later rejection of `step`. */
export function withTimeoutOrNull<T>(step: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Settles like `step`; rejects with the reason of the signal as soon as it is aborted. Ignores a later rejection of `step`. */
export function abortable<T>(signal: AbortSignal, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(signal.reason)
    if (signal.aborted) rejectAborted()
    signal.addEventListener('abort', rejectAborted, { once: true })
    step.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted))
  })
}
