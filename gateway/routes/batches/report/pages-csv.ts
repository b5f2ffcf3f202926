import { sitePageRow } from '#shared/operations/results/site-report.ts'
import { csvCell, csvText } from '../../../csv/csv-text.ts'

const plainColumns = Object.keys(sitePageRow.shape)

/** Converts rows of pages from NDJSON, in chunks of any size, to CSV with a header line. `hasFound`: they have what a rule found. */
export async function* pagesCsv(
  chunks: AsyncIterable<Uint8Array>,
  hasFound = false,
): AsyncGenerator<Uint8Array> {
  const columns = hasFound ? [...plainColumns, 'found'] : plainColumns
  yield Buffer.from(csvText([columns]))
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield Buffer.from(csvText(lines.map((line) => recordOf(line, columns))))
  }
}

function recordOf(line: string, columns: readonly string[]) {
  const row = JSON.parse(line) as Readonly<Record<string, unknown>>
  return columns.map((name) => csvCell(row[name]))
}
