import { BudgetExceeded, type PageBudget } from '#shared/async/budget-exceeded.ts'
import { startThreadPool, type ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { unavailable } from '#shared/errors.ts'
import { makeOwnerTurns } from '../../../site/owner-turns.ts'
import type { ReportProgram } from './report-program.ts'

/** Who waits for an answer. */
export interface ReportCaller {
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * The thread of a process that reads about sites. Each owner has one call at a time in it, so that
 * none waits for all of another's.
 */
export interface ReportThread {
  /** As `ThreadPool.run`. Rejects with `SERVICE_UNAVAILABLE` when the call exceeds the budget; its cause is `BudgetExceeded`. */
  run<Name extends keyof ReportProgram & string>(
    name: Name,
    input: Parameters<ReportProgram[Name]>[0],
    caller: ReportCaller,
  ): Promise<Awaited<ReturnType<ReportProgram[Name]>>>
  stop(): Promise<void>
}

/** Reports are rare, and large ones make much garbage: it is collected before it grows. */
const YOUNG_MB = 8

/** Makes the thread, which starts with the first call. `program`: the module that serves a `ReportProgram`. */
export function makeReportThread(program: URL, budget: PageBudget): ReportThread {
  const turns = makeOwnerTurns()
  let started: ThreadPool<ReportProgram> | null = null
  const pool = () => (started ??= startThreadPool({ program, threads: 1, youngMb: YOUNG_MB, ...budget }))
  return {
    async run(name, input, { owner, signal }) {
      const options = { tenant: owner, isUrgent: false, signal, moved: new Uint8Array() }
      try {
        return (await turns(owner, () => pool().run(name, input, options), signal)) as never
      } catch (error) {
        throw error instanceof BudgetExceeded ? unavailable('batches', error) : error
      }
    },
    stop: async () => started?.stop(),
  }
}

/** Whether a call of the thread exceeded the budget: it would do so again. */
export function isOverBudget(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof BudgetExceeded
}
