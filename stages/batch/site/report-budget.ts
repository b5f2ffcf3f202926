import type { PageBudget } from '#shared/async/budget-exceeded.ts'
import type { Runtime } from '#shared/runtime.ts'

const SECOND_MS = 1000

/** What one report on a site may take, by the settings. */
export function reportBudget(config: Runtime['config']): PageBudget {
  return { timeoutMs: config.BATCH_REPORT_SECONDS * SECOND_MS, memoryMb: config.BATCH_REPORT_MEMORY_MB }
}
