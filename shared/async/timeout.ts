/** Settles like `step`; rejects with `late()` when that takes longer than `ms`. A late rejection is nobody's. */
export function withTimeout<T>(ms: number, step: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Settles like `step`, but rejects with the signal's reason as soon as that is aborted. A late rejection is nobody's. */
export function abortable<T>(signal: AbortSignal, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(signal.reason)
    if (signal.aborted) rejectAborted()
    signal.addEventListener('abort', rejectAborted, { once: true })
    step.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted))
  })
}
