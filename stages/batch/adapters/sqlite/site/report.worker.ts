import type { ThreadPool } from '#shared/async/thread-pool.ts'
import { serveProgram } from '#shared/async/thread-program.ts'
import { type SiteFigures, siteFiguresOf } from '#shared/messages/events/site-report.ts'
import { type SiteTargets, siteTargets } from '../../../site/finish/targets.ts'
import { rowsAfter, SiteReader } from './site-reader.ts'

export interface ReportQuery {
  /** File of the frontier. */
  readonly path: string
  readonly id: string
  /** The earlier batch to compare with; null = none. */
  readonly compare: string | null
}

/** Which rows are wanted: those with a number above `after`, at most `limit`. */
export interface RowsQuery extends Omit<ReportQuery, 'compare'> {
  readonly after: number
  readonly limit: number
  /** Of the rows before; null = the first ones. Rows of one version are of one moment. */
  readonly version: string | null
}

export interface TargetsQuery extends Pick<ReportQuery, 'path' | 'id'> {
  readonly limit: number
}

export interface Rows {
  /** NDJSON, one row a line. */
  readonly lines: string
  readonly count: number
  /** Number of the last row; `after` when there is none. */
  readonly last: number
  readonly version: string
}

/** The last site is kept this long for the next query, in milliseconds. */
const KEPT_MS = 30_000

let reader: SiteReader | null = null
let forgetting: NodeJS.Timeout | undefined

function readerOf(path: string): SiteReader {
  reader ??= new SiteReader(path)
  clearTimeout(forgetting)
  forgetting = setTimeout(() => reader?.forget(), KEPT_MS).unref()
  return reader
}

/** The JSON text of the report; null when one of the batches does not exist. */
function report({ path, id, compare }: ReportQuery): string | null {
  const made = readerOf(path).report(id, compare)
  return made && JSON.stringify(made)
}

/** Null when the batch does not exist. */
function pages({ path, id, after, limit, version }: RowsQuery): Rows | null {
  const snapshot = readerOf(path).snapshot(id, version)
  if (snapshot === null) return null
  const rows = rowsAfter(snapshot.rows, after, limit)
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return { lines, count: rows.length, last: rows.at(-1)?.n ?? after, version: snapshot.version }
}

/** At most `limit` URLs, after all that was stored so far. Null when the batch does not exist. */
function targets({ path, id, limit }: TargetsQuery): SiteTargets | null {
  const own = readerOf(path)
  own.forget() // What sitemaps list, and answers of links, make no new version.
  const snapshot = own.snapshot(id, null)
  return snapshot && siteTargets(snapshot.site, limit)
}

/** Null when the batch does not exist. */
function figures({ path, id }: Pick<ReportQuery, 'path' | 'id'>): SiteFigures | null {
  const made = readerOf(path).report(id, null)
  return made && siteFiguresOf(made)
}

const program = { report, pages, targets, figures } as const
serveProgram(program)

/** The thread that makes reports. */
export type ReportPool = ThreadPool<typeof program>
