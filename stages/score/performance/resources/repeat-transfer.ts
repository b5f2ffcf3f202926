import type { StaticFile } from '../facts.ts'
import type { Freshness } from './caching.ts'

/**
 * Age of cached files when they were used again, in hours, by tenths of the uses (Chrome 2017, HttpCache.StaleEntry.Validated.Age, in
 * Lighthouse's cache insight): a file that may be kept for an hour is still fresh in two of ten later uses.
 */
const AGES_H = [0, 0.2, 1, 3, 8, 12, 24, 48, 72, 168, 8760]
const HOUR_S = 3600

/** Probability (0-1) that a file is still fresh when a visitor comes back, for a lifetime in seconds. */
export function hitProbability(lifetimeSeconds: number): number {
  const hours = lifetimeSeconds / HOUR_S
  const above = AGES_H.findIndex((age) => age >= hours)
  if (above < 0) return 1
  const [from, to] = [AGES_H[above - 1], AGES_H[above]]
  if (from === undefined || to === undefined) return 0
  return (above - 1 + (hours - from) / (to - from)) / 10
}

/** Seconds for which a browser may still use it without asking, by headers or heuristic; 0 when it may not. */
export function remainingLifetime({
  isReusable,
  explicitSeconds,
  heuristicSeconds,
  ageSeconds,
}: Freshness): number {
  return isReusable ? Math.max(0, (explicitSeconds ?? heuristicSeconds ?? 0) - ageSeconds) : 0
}

/**
 * Bytes that a later visit transfers again. All of them where the repeat view did so, none where the server answered it with 304; else
 * those that Lighthouse expects by lifetime, and none of files that must not be kept, which nobody has seen transferred again.
 */
export function repeatTransfer({ request, freshness }: StaticFile): number {
  const { secondView, transferBytes } = request
  if (secondView === 'network') return transferBytes
  if (secondView === 'revalidated' || !freshness.isReusable) return 0
  return (1 - hitProbability(remainingLifetime(freshness))) * transferBytes
}
