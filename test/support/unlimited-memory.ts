import { makeMemoryBudget } from '#shared/async/memory-budget.ts'

/** Memory for all bodies of a test. */
export const unlimitedMemory = makeMemoryBudget({
  maxBytes: 2 ** 40,
  tenantShare: 1,
  waitMs: 1000,
  maxWaiting: 1000,
})
