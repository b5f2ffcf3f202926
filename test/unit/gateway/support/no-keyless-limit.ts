import { makeKeylessRateLimit } from '#gateway/access/keyless-rate-limit.ts'

/** Clients that may call without a key as often as they like. */
export const noKeylessLimit = { keyless: makeKeylessRateLimit({ limit: 1_000_000_000 }), trustProxy: false }
