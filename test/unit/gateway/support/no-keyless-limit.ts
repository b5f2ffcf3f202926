import { makeKeylessRateLimit } from '#gateway/middleware/keyless.ts'

/** Options of routes without a key, without a practical limit. */
export const noKeylessLimit = { keyless: makeKeylessRateLimit(1_000_000_000), trustProxy: false }
