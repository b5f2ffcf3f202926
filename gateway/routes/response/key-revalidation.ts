/** With the time that a key is believed for, a revocation ends streams within the 10 s that it may take anywhere. */
const CHECK_INTERVAL_MS = 5000

/**
 * Calls `end` when a reader's key is not valid any more. Where that can't be known for now, the stream goes on: nobody revokes a
 * key by the store's being away. Returns what stops the asking.
 */
export function closeWhenKeyRevoked(
  end: () => void,
  isValid: () => Promise<boolean>,
  intervalMs = CHECK_INTERVAL_MS,
): () => void {
  const check = () =>
    isValid().then(
      (is) => {
        if (!is) end()
      },
      () => undefined,
    )
  const timer = setInterval(check, intervalMs).unref()
  return () => clearInterval(timer)
}
