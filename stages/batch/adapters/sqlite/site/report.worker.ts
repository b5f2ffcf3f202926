import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { type SiteFigures, siteFiguresOf } from '#shared/messages/events/site-report.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { PageSelection } from '#shared/ports/batches.ts'
import { type SiteTargets, siteTargets } from '../../../site/finish/targets.ts'
import { type RowLines, rowLines } from '../../../site/report/selection/row-lines.ts'
import { copyBatch } from './copies/copy-batch.ts'
import { mergeCopies, type ShardCopy } from './copies/merge-copies.ts'
import { SiteFiles } from './site-files.ts'
import { allPages } from './site-reader.ts'

/** A batch in the file of a frontier or of a shard. */
export interface BatchInFile {
  readonly path: string
  readonly id: string
}

export interface ReportQuery extends BatchInFile {
  /** The earlier batch to compare with; null = none. */
  readonly compare: BatchInFile | null
  /** As in the `ReportQuery` of the port; null = absent there. */
  readonly examples: number | null
}

/** Which rows are wanted: those behind the one with the number `after`, at most `limit`. */
export interface RowsQuery extends BatchInFile {
  /** Null = all, by their numbers. */
  readonly selection: PageSelection | null
  readonly after: number
  readonly limit: number
  /** Of the rows before; null = the first ones. Rows of one version are of one moment. */
  readonly version: string | null
}

export interface TargetsQuery extends BatchInFile {
  readonly limit: number
}

export interface CopyQuery extends BatchInFile {
  /** The new file. */
  readonly target: string
}

export interface MergeQuery {
  readonly id: string
  /** The first one is that of the home of the batch. */
  readonly copies: readonly [ShardCopy, ...ShardCopy[]]
  /** The new file. */
  readonly target: string
}

/** How many findings came and went since the earlier batch. */
export interface ChangeCounts {
  readonly found: number
  readonly fixed: number
}

export interface Rows extends RowLines {
  readonly version: string
}

const files = new SiteFiles()

/** Null when one of the batches does not exist. */
function makeReport({ path, id, compare, examples }: ReportQuery): SiteReport | null {
  const reader = files.of(path)
  return compare === null
    ? reader.report(id, null, examples)
    : files.with(compare.path, (other) => reader.report(id, { reader: other, id: compare.id }, examples))
}

/** The JSON text of the report; null when one of the batches does not exist. */
function report(query: ReportQuery): string | null {
  const made = makeReport(query)
  return made && JSON.stringify(made)
}

/** Null when the batch does not exist. */
function pages({ path, id, after, limit, version, selection }: RowsQuery): Rows | null {
  const found = files.of(path).choose(id, version, selection ?? allPages)
  return found && { ...rowLines(found, after, limit), version: found.version }
}

/** At most `limit` URLs, after all that was stored so far. Null when the batch does not exist. */
function targets({ path, id, limit }: TargetsQuery): SiteTargets | null {
  const reader = files.of(path)
  reader.forget() // What sitemaps list, and answers of links, make no new version.
  const snapshot = reader.snapshot(id, null)
  return snapshot && siteTargets(snapshot.site, limit)
}

/** Null when the batch does not exist. */
function figures({ path, id }: BatchInFile): SiteFigures | null {
  const made = files.of(path).report(id, null)
  return made && siteFiguresOf(made)
}

/** Null when one of the batches does not exist. */
function changes(query: BatchInFile & { readonly compare: BatchInFile }): ChangeCounts | null {
  const { changes } = makeReport({ ...query, examples: null }) ?? {}
  return changes === undefined ? null : { found: changes.new_total, fixed: changes.fixed_total }
}

/** Copies what the file has of the batch. */
function copy({ path, id, target }: CopyQuery): void {
  copyBatch(path, id, target)
}

function merge({ id, copies, target }: MergeQuery): void {
  mergeCopies(id, copies, target)
}

const program = { report, pages, targets, figures, changes, copy, merge } as const
serveProgram(program)

/** The thread that makes reports. */
export type ReportPool = ThreadPool<typeof program>
