import { Failure } from '#shared/errors.ts'

/** What one page may take. */
export interface PageBudget {
  /** Milliseconds for one call. */
  readonly timeoutMs: number
  /** MiB of heap at which a thread is ended. */
  readonly memoryMb: number
}

/** Why a thread ended during a call. `crash` is not known to be caused by the page. */
export type ExceededBudget = 'timeout' | 'memory' | 'crash'

/** A call ended its thread. */
export class BudgetExceeded extends Error {
  readonly budget: ExceededBudget
  readonly limits: PageBudget

  constructor(budget: ExceededBudget, limits: PageBudget, cause?: unknown) {
    super(`a page ended its thread (${budget})`, { cause })
    this.name = 'BudgetExceeded'
    this.budget = budget
    this.limits = limits
  }
}

const MIB = 1024 * 1024

/**
 * TIMEOUT or RESPONSE_TOO_LARGE for a page that exceeded a budget and so could not be `done`; any other error as it is.
 * Only this page fails: a new thread takes the next one.
 */
export function pageFailure(error: unknown, url: string, done: 'read' | 'audited' | 'scored'): unknown {
  if (!(error instanceof BudgetExceeded) || error.budget === 'crash') return error
  const { timeoutMs, memoryMb } = error.limits
  const [code, message, details] =
    error.budget === 'timeout'
      ? ([
          'TIMEOUT',
          `The page could not be ${done} within ${timeoutMs} ms`,
          { timeout_ms: timeoutMs },
        ] as const)
      : ([
          'RESPONSE_TOO_LARGE',
          'The page needs more memory than a page may take',
          { limit_bytes: memoryMb * MIB },
        ] as const)
  return new Failure(code, message, { details: { url, ...details }, cause: error })
}
