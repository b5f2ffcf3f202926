/** A latch that can be set again, without a value at first: `wait` resolves when a value is available. */
export function makeLatch<T>() {
  let current = makeDeferred<T>()
  return {
    /** Resolves with the value as soon as one is set; rejects while the latch has failed. */
    wait: (): Promise<T> => current.promise,
    /** Makes the value available. */
    set(value: T): void {
      current.resolve(value)
      current = makeDeferred()
      current.resolve(value)
    },
    /** Removes the value: later calls of `wait` wait for the next one. */
    reset(): void {
      current = makeDeferred()
    },
    /** Rejects waiting and later calls of `wait`, until `set` or `reset`. */
    fail: (error: Error): void => current.reject(error),
  }
}

/** Its rejection counts as handled, because there may be no call of `wait`. */
function makeDeferred<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>()
  resolvers.promise.catch(() => {})
  return resolvers
}
