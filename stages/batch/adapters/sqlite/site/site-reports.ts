import type { PageBudget } from '#shared/async/budget-exceeded.ts'
import type { SiteFigures } from '#shared/messages/events/site-report.ts'
import type { OwnedBatchId, PagesQuery, ReportQuery } from '#shared/ports/batches.ts'
import type { SiteTargets } from '../../../site/finish/targets.ts'
import type { BatchInFile, ChangeCounts } from './report.worker.ts'
import { isOverBudget, makeReportThread, type ReportThread } from './report-thread.ts'

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

/** What a report from one file is compared with. */
export interface FileReportQuery extends Omit<ReportQuery, 'compare'> {
  readonly compare: BatchInFile | null
}

/** Reports from one file. The batch to compare with may be in another one. */
export interface FileReports extends Omit<SiteReports, 'report' | 'changes' | 'stop'> {
  report(batch: OwnedBatchId, query: FileReportQuery): Promise<string | null>
  changes(id: string, compare: BatchInFile, signal: AbortSignal): Promise<ChangeCounts | null>
}

/** Rows of one answer of the thread. */
const SLICE_ROWS = 20_000
/** Whose turn it is to complete reports. */
export const SERVICE = ''

/** Makes reports from the frontier's file `path` in a thread of their own, which starts with the first one. */
export function makeSiteReports(path: string, budget: PageBudget): SiteReports {
  const thread = makeReportThread(budget)
  return { ...reportsOfFile(thread, path), stop: () => thread.stop() }
}

/** Makes reports from the frontier's file `path`, which has all batches, in a thread that the caller stops. */
export function reportsOfFile(thread: ReportThread, path: string): Omit<SiteReports, 'stop'> {
  const reports = fileReports(thread, path)
  return {
    ...reports,
    report: (batch, { compare, ...query }) =>
      reports.report(batch, { ...query, compare: compare === null ? null : { path, id: compare } }),
    changes: (id, compare, signal) => reports.changes(id, { path, id: compare }, signal),
  }
}

/** Makes reports from the file `path` of a frontier or of a shard. */
export function fileReports(thread: ReportThread, path: string): FileReports {
  return {
    report: ({ id, owner }, { compare, examples = null, signal }) =>
      thread.run('report', { path, id, compare, examples }, { owner, signal }),
    async *pages({ id, owner }, { after, limit, selection = null, signal }) {
      let [from, left, version] = [after, limit ?? Number.POSITIVE_INFINITY, null as string | null]
      while (left > 0) {
        const wanted = Math.min(left, SLICE_ROWS)
        const slice = { path, id, after: from, limit: wanted, version, selection }
        const rows = await thread.run('pages', slice, { owner, signal })
        if (rows === null) return
        yield Buffer.from(rows.lines)
        if (rows.isEnd) return
        ;[from, left, version] = [rows.last, left - rows.count, rows.version]
      }
    },
    targets: (id, limit, signal) => thread.run('targets', { path, id, limit }, { owner: SERVICE, signal }),
    figures: (id, signal) => withinBudget(thread.run('figures', { path, id }, { owner: SERVICE, signal })),
    changes: (id, compare, signal) =>
      withinBudget(thread.run('changes', { path, id, compare }, { owner: SERVICE, signal })),
  }
}

/** Null for what exceeds the budget. */
function withinBudget<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isOverBudget(error)) return null
    throw error
  })
}
