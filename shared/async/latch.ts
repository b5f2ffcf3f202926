/** What is there at times: who asks while it is not, waits for it. */
export interface Latch<T> {
  /** Resolves with it as soon as it is there; rejects when it is not to be expected. */
  wait(): Promise<T>
  /** Here it is. */
  set(value: T): void
  /** It is gone, and comes again. */
  reset(): void
  /** It is gone, and who asks is told so, until `open` or `close`. */
  fail(error: Error): void
}

export function makeLatch<T>(): Latch<T> {
  let current = makeDeferred<T>()
  return {
    wait: () => current.promise,
    set(value) {
      current.resolve(value)
      current = makeDeferred()
      current.resolve(value)
    },
    reset() {
      current = makeDeferred()
    },
    fail: (error) => current.reject(error),
  }
}

/** Its rejection is for those who wait, and nobody may. */
function makeDeferred<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>()
  resolvers.promise.catch(() => {})
  return resolvers
}
