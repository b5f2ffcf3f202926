/** Puts `Date.now` forward until the returned function is called; what the embedded store keeps expires by it. */
export function forwardDate(ms: number): () => void {
  const now = Date.now
  Date.now = () => now() + ms
  return () => {
    Date.now = now
  }
}
