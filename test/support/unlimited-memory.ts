import { MemoryBudget } from '#shared/async/memory-budget.ts'

/** A memory budget that no test exceeds. */
export const unlimitedMemory = new MemoryBudget({
  maxBytes: 2 ** 40,
  tenantShare: 1,
  waitMs: 1000,
  maxWaiting: 1000,
})
