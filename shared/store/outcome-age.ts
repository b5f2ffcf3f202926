/** Records of this age are checked for outcomes that the store has dropped already. */
const CHECK_MS = 60_000

/**
 * Whether the store still has every outcome of the inspection that was stored since the record of its work was written to the
 * log, in milliseconds since the epoch. `ttlSeconds`: how long the store keeps the outcome of a batch request.
 */
export function isOutcomeStored(recordWrittenAt: number, ttlSeconds: number): boolean {
  return Date.now() - recordWrittenAt <= Math.min(CHECK_MS, (ttlSeconds * 1000) / 2)
}
