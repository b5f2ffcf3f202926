/** A latch that can be set again: `wait` resolves when a value is available. */
export interface Latch<T> {
  /** Resolves with the value as soon as one is set; rejects while the latch has failed. */
  wait(): Promise<T>
  /** Makes the value available. */
  set(value: T): void
  /** Removes the value: later calls of `wait` wait for the next one. */
  reset(): void
  /** Rejects waiting and later calls of `wait`, until `set` or `reset`. */
  fail(error: Error): void
}

/** A latch without a value. */
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

/** Its rejection counts as handled, because there may be no call of `wait`. */
function makeDeferred<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>()
  resolvers.promise.catch(() => {})
  return resolvers
}
