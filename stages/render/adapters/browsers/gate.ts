/** What is there at times: who asks while it is not, waits for it. */
export interface Gate<T> {
  /** Resolves with it as soon as it is there; rejects when it is not to be expected. */
  pass(): Promise<T>
  /** Here it is. */
  open(value: T): void
  /** It is gone, and comes again. */
  close(): void
  /** It is gone, and who asks is told so, until `open` or `close`. */
  lock(error: Error): void
}

export function makeGate<T>(): Gate<T> {
  let next = pending<T>()
  return {
    pass: () => next.promise,
    open(value) {
      next.resolve(value)
      next = pending()
      next.resolve(value)
    },
    close() {
      next = pending()
    },
    lock: (error) => next.reject(error),
  }
}

/** Its rejection is for those who wait, and nobody may. */
function pending<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>()
  resolvers.promise.catch(() => {})
  return resolvers
}
