/** Settles like `step`; rejects with `late()` when that takes longer than `ms`. A late rejection is nobody's. */
export function within<T>(ms: number, step: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Settles like `step`, but rejects with the signal's reason as soon as that is aborted. A late rejection is nobody's. */
export function unlessAborted<T>(signal: AbortSignal, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon, { once: true })
    step.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}
