import { type MemoryBudget, makeMemoryBudget } from '#shared/async/memory-budget.ts'
import type { Config } from '#shared/config/config.ts'

const MIB = 1024 * 1024

/** The memory budget that all parts of a process share. */
export function memoryBudgetFor(config: Config): MemoryBudget {
  return makeMemoryBudget({
    maxBytes: config.BODY_MEMORY_MB * MIB,
    tenantShare: config.BODY_MEMORY_SHARE,
    waitMs: config.BODY_MEMORY_WAIT_MS,
    maxWaiting: config.BODY_MEMORY_WAITING,
  })
}
