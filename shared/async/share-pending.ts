/** Runs the work once for all calls with the same key that arrive while it runs: they settle alike. */
export function sharePending<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>()
  return (key) => {
    const running = pending.get(key)
    if (running !== undefined) return running
    const started = work(key).finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }
}
