/**
 * Together with the life of cached keys, a revocation ends streams within 10 s:
 * `infra/docs/clients.md#authentication`.
 */
const CHECK_INTERVAL_MS = 5000

/**
 * Checks the key at an interval and calls `end` when it is not valid any more. A failed check counts as valid: an
 * unavailable store revokes no key. Returns a function that stops the checks.
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
