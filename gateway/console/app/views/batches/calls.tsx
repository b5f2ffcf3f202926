import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { call } from '../../api/client.ts'
import { type Found, findRows, firstLine } from './lines.ts'
import type { ResultLine } from './result-line.ts'

/** The path of a batch, or of something below it. */
export function pathOf(id: string, part = ''): string {
  return `batches/${encodeURIComponent(id)}${part && `/${part}`}`
}

/** Reads the first result line after a number. The rest of the stream is not transferred. Null = there is none. */
export async function readResultLine(
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<ResultLine | null> {
  const response = await call(pathOf(id, 'results'), { query: { after: `${after}` }, signal })
  const line = response.body === null ? null : await firstLine(response.body)
  return line === null ? null : (JSON.parse(line) as ResultLine)
}

export interface PagesRead {
  readonly after: number
  /** Rows that are read at most. */
  readonly limit: number
  /** Rows that are kept at most. */
  readonly most?: number
  matches?(row: SitePageRow): boolean
}

/** Reads rows of the pages of a batch. */
export async function readPages(
  id: string,
  { after, limit, most = limit, matches = () => true }: PagesRead,
  signal: AbortSignal,
): Promise<Found<SitePageRow>> {
  const query = { after: `${after}`, limit: `${limit}` }
  const { body } = await call(pathOf(id, 'pages'), { query, signal })
  return body === null ? { rows: [], last: null, isEnd: true } : await findRows(body, matches, most)
}
