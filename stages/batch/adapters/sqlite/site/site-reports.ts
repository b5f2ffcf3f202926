import { BudgetExceeded, type PageBudget } from '#shared/async/budget-exceeded.ts'
import { type CallOptions, startThreadPool } from '#shared/async/thread-pool.ts'
import { unavailable } from '#shared/errors.ts'
import type { SiteFigures } from '#shared/messages/events/site-report.ts'
import type { OwnedBatchId, PagesQuery, ReportQuery } from '#shared/ports/batches.ts'
import type { SiteTargets } from '../../../site/finish/targets.ts'
import { makeOwnerTurns } from '../../../site/owner-turns.ts'
import type { ReportPool } from './report.worker.ts'

/**
 * Reports on the sites of batches. Methods reject with `SERVICE_UNAVAILABLE` for a site that exceeds the budget. Each owner has
 * one call at a time in the thread, so that none waits for all of another's.
 */
export interface SiteReports {
  /** The JSON text of a `SiteReport`. Null when one of the batches does not exist. */
  report(batch: OwnedBatchId, query: ReportQuery): Promise<string | null>
  /**
   * Rows of the pages as NDJSON, in order, some thousand at a time; while the batch runs, later ones may be of a later moment.
   * Empty when the batch does not exist.
   */
  pages(batch: OwnedBatchId, query: PagesQuery): AsyncIterable<Uint8Array>
  /** What is to be checked of a site. Null when the batch does not exist. */
  targets(id: string, limit: number, signal: AbortSignal): Promise<SiteTargets | null>
  /** The figures of the report. Null when the batch does not exist, or its site exceeds the budget: it would do so again. */
  figures(id: string, signal: AbortSignal): Promise<SiteFigures | null>
  stop(): Promise<void>
}

/** Rows of one answer of the thread. */
const SLICE_ROWS = 20_000
/** Reports are rare, and large ones make much garbage: it is collected before it grows. */
const YOUNG_MB = 8
/** Whose turn it is to complete reports. */
const SERVICE = ''

/** Makes reports from the frontier's file `path` in a thread of their own, which starts with the first one. */
export function makeSiteReports(path: string, budget: PageBudget): SiteReports {
  const program = new URL('report.worker.ts', import.meta.url)
  const turns = makeOwnerTurns()
  let started: ReportPool | null = null
  const pool = () => (started ??= startThreadPool({ program, threads: 1, youngMb: YOUNG_MB, ...budget }))
  const inTurn = <T>(
    owner: string,
    signal: AbortSignal,
    ask: (pool: ReportPool, options: CallOptions) => Promise<T>,
  ) => turns(owner, () => ask(pool(), { isUrgent: false, signal, moved: new Uint8Array() }), signal)
  const rowsOf = ({ id, owner }: OwnedBatchId, slice: Slice, signal: AbortSignal) =>
    inTurn(owner, signal, (thread, options) => thread.run('pages', { path, id, ...slice }, options)).catch(
      asUnavailable,
    )
  return {
    report: ({ id, owner }, { compare, signal }) =>
      inTurn(owner, signal, (thread, options) => thread.run('report', { path, id, compare }, options)).catch(
        asUnavailable,
      ),
    async *pages(batch, { after, limit, signal }) {
      let [from, left, version] = [after, limit ?? Number.POSITIVE_INFINITY, null as string | null]
      while (left > 0) {
        const wanted = Math.min(left, SLICE_ROWS)
        const rows = await rowsOf(batch, { after: from, limit: wanted, version }, signal)
        if (rows === null) return
        yield Buffer.from(rows.lines)
        if (rows.count < wanted) return
        ;[from, left, version] = [rows.last, left - rows.count, rows.version]
      }
    },
    targets: (id, limit, signal) =>
      inTurn(SERVICE, signal, (thread, options) => thread.run('targets', { path, id, limit }, options)).catch(
        asUnavailable,
      ),
    figures: (id, signal) =>
      inTurn(SERVICE, signal, (thread, options) => thread.run('figures', { path, id }, options)).catch(
        asNothing,
      ),
    stop: async () => started?.stop(),
  }
}

interface Slice {
  readonly after: number
  readonly limit: number
  readonly version: string | null
}

function asNothing(error: unknown): null {
  if (error instanceof BudgetExceeded) return null
  throw error
}

function asUnavailable(error: unknown): never {
  throw error instanceof BudgetExceeded ? unavailable('batches', error) : error
}
