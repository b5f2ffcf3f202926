/** Moves `Date.now`, by which entries of the embedded store expire, forward until the returned function is called. */
export function forwardDate(ms: number): () => void {
  const now = Date.now
  Date.now = () => now() + ms
  return () => {
    Date.now = now
  }
}
