import { BudgetExceeded, type PageBudget } from '#shared/async/budget-exceeded.ts'
import { makeSemaphore, type Semaphore } from '#shared/async/semaphore.ts'
import { startThreadPool, type ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { unavailable } from '#shared/errors.ts'
import type { SiteFigures } from '#shared/messages/events/site-report.ts'
import type { OwnedBatchId, PagesQuery, ReportQuery } from '#shared/ports/batches.ts'
import type { SiteTargets } from '../../../site/finish/targets.ts'
import type { ChangeCounts, ReportProgram } from './report-program.ts'

/**
 * Reports on the sites of batches. Methods reject with `SERVICE_UNAVAILABLE` for a site that exceeds the budget. Each owner has
 * one call at a time in the thread, so that none waits for all of another's.
 */
export interface SiteReports {
  /** The JSON text of a `SiteReport`. Null when one of the batches does not exist. */
  report(batch: OwnedBatchId, query: ReportQuery): Promise<string | null>
  /**
   * The chosen rows of the pages as NDJSON, in order, some thousand at a time; while the batch runs, later ones may be of a later
   * moment.
   * Empty when the batch does not exist.
   */
  pages(batch: OwnedBatchId, query: PagesQuery): AsyncIterable<Uint8Array>
  /** What is to be checked of a site. Null when the batch does not exist. */
  targets(id: string, limit: number, signal: AbortSignal): Promise<SiteTargets | null>
  /** The figures of the report. Null when the batch does not exist, or its site exceeds the budget: it would do so again. */
  figures(id: string, signal: AbortSignal): Promise<SiteFigures | null>
  /**
   * What changed since the batch `compare`. Null when one of them does not exist, or their sites exceed the budget: they would do so
   * again.
   */
  changes(id: string, compare: string, signal: AbortSignal): Promise<ChangeCounts | null>
  stop(): Promise<void>
}

/** Rows of one answer of the thread. */
const SLICE_ROWS = 20_000
/** Whose turn it is to complete reports. */
const SERVICE = ''
const OF_FILE = new URL('report.worker.ts', import.meta.url)

interface SiteReportsOptions {
  /** See `StoredSite`. */
  readonly source: string
  /** The module that serves a `ReportProgram` for such sources. Default: that for the file of a frontier. */
  readonly program?: URL
  readonly budget: PageBudget
}

/** Makes reports in a thread of their own, which starts with the first one. */
export function makeSiteReports({ source, program = OF_FILE, budget }: SiteReportsOptions): SiteReports {
  const thread = makeReportThread(program, budget)
  return {
    report: ({ id, owner }, { compare, examples = null, signal }) =>
      thread.run('report', { source, id, compare, examples }, { owner, signal }),
    async *pages({ id, owner }, { after, limit, selection = null, signal }) {
      let [from, left, version] = [after, limit ?? Number.POSITIVE_INFINITY, null as string | null]
      while (left > 0) {
        const wanted = Math.min(left, SLICE_ROWS)
        const slice = { source, id, after: from, limit: wanted, version, selection }
        const rows = await thread.run('pages', slice, { owner, signal })
        if (rows === null) return
        yield Buffer.from(rows.lines)
        if (rows.isEnd) return
        ;[from, left, version] = [rows.last, left - rows.count, rows.version]
      }
    },
    targets: (id, limit, signal) => thread.run('targets', { source, id, limit }, { owner: SERVICE, signal }),
    figures: (id, signal) => withinBudget(thread.run('figures', { source, id }, { owner: SERVICE, signal })),
    changes: (id, compare, signal) =>
      withinBudget(thread.run('changes', { source, id, compare }, { owner: SERVICE, signal })),
    stop: () => thread.stop(),
  }
}

/** Null for what exceeds the budget. */
function withinBudget<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isOverBudget(error)) return null
    throw error
  })
}

/** What one report on a site may take. */
export const REPORT_BUDGET: PageBudget = { timeoutMs: 60_000, memoryMb: 512 }
/** Reports are rare, and large ones make much garbage: it is collected before it grows. */
const YOUNG_MB = 8

/**
 * Makes the thread of a process that reads about sites; it starts with the first call. Each owner has one call at a time in it,
 * so that none waits for all of another's. `program`: the module that serves a `ReportProgram`.
 */
export function makeReportThread(program: URL, budget: PageBudget) {
  const turns = makeOwnerTurns()
  let started: ThreadPool<ReportProgram> | null = null
  const pool = () => (started ??= startThreadPool({ program, threads: 1, youngMb: YOUNG_MB, ...budget }))
  return {
    /** As `ThreadPool.run`. Rejects with `SERVICE_UNAVAILABLE` when the call exceeds the budget; its cause is `BudgetExceeded`. */
    async run<Name extends keyof ReportProgram & string>(
      name: Name,
      input: Parameters<ReportProgram[Name]>[0],
      { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
    ): Promise<Awaited<ReturnType<ReportProgram[Name]>>> {
      const options = { tenant: owner, isUrgent: false, signal, moved: new Uint8Array() }
      try {
        return (await turns(owner, () => pool().run(name, input, options), signal)) as never
      } catch (error) {
        throw error instanceof BudgetExceeded ? unavailable('batches', error) : error
      }
    },
    async stop(): Promise<void> {
      await started?.stop()
    },
  }
}

/** Whether a call of the thread exceeded the budget: it would do so again. */
export function isOverBudget(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof BudgetExceeded
}

/** Runs the work of an owner when its earlier work has ended. Settles like the work, and rejects when the signal aborts. */
type OwnerTurns = <T>(owner: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Makes turns: works of one owner run one after the other, those of different owners side by side. */
export function makeOwnerTurns(): OwnerTurns {
  const owners = new Map<string, { readonly semaphore: Semaphore; works: number }>()
  return async (owner, work, signal) => {
    const turn = owners.get(owner) ?? { semaphore: makeSemaphore(1), works: 0 }
    owners.set(owner, turn)
    turn.works += 1
    try {
      return await turn.semaphore.run(work, signal)
    } finally {
      turn.works -= 1
      if (turn.works === 0) owners.delete(owner)
    }
  }
}
