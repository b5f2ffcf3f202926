import type { PermitSource } from '#stages/fetch/http/host-permits.ts'
import type { PoliteOptions } from '#stages/fetch/polite-fetch.ts'

/** Grants every permit at once. */
export const unlimitedPermits: PermitSource = { acquire: async () => ({ release: async () => {} }) }

/** For tests that do not concern rate limits. */
export const unlimitedOptions: PoliteOptions = {
  permits: unlimitedPermits,
  isResting: () => false,
  maxAttempts: 1,
  retryMs: 1,
  maxRetryMs: 1,
}
