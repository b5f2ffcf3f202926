import { makeKeylessCalls } from '#gateway/keyless-calls.ts'

/** Clients that may call without a key as often as they like. */
export const plentyOfCalls = { keyless: makeKeylessCalls({ limit: 1_000_000_000 }), trustProxy: false }
