import type { PermitSource } from '#stages/fetch/http/permit-source.ts'
import type { PoliteOptions } from '#stages/fetch/polite-fetch.ts'

/** Every turn comes at once. */
export const unlimitedPermits: PermitSource = { acquire: async () => ({ release: async () => {} }) }

/** For tests of other things than manners. */
export const unlimitedOptions: PoliteOptions = {
  permits: unlimitedPermits,
  maxAttempts: 1,
  retryMs: 1,
  maxRetryMs: 1,
}
