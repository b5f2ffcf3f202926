/** Moves `performance.now` forward until the returned function is called. */
export function forwardClock(ms: number): () => void {
  const now = performance.now.bind(performance)
  Object.defineProperty(performance, 'now', { value: () => now() + ms, configurable: true })
  return () => void Reflect.deleteProperty(performance, 'now')
}
