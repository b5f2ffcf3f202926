import { printable, printableJson } from '../../printable.ts'
import { fileError } from '../file-error.ts'
import { csvHeader, csvRecords, parseResultLines } from './csv.ts'

export const formats = ['ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

/** Where results go. */
export interface ResultWriter {
  /** Number of the last result that is there already; 0 for none. */
  readonly after: number
  /** Takes whole lines of NDJSON; resolves once they are handed over. */
  write(lines: Buffer): Promise<void>
  close(): Promise<void>
}

/** Turns pieces of whole NDJSON lines into what is written; a CSV begins with its header unless `header` is there. */
export function makeFormatter(format: Format, header: string | null): (lines: Buffer) => Buffer | string {
  if (format === 'ndjson') return (lines) => lines
  let known = header
  return (lines) => {
    const results = parseResultLines(lines)
    const { operation = '' } = results[0] ?? {}
    const isFirst = known === null
    known ??= csvHeader(operation)
    if (known !== csvHeader(operation)) throw new Error('has other columns than these results')
    return `${isFirst ? known : ''}${csvRecords(results)}`
  }
}

/** Whoever reads the output has gone: nothing is wrong, and nothing more to do. */
export class OutputClosed extends Error {}

/** Writes to standard output, at the pace of whoever reads; throws OutputClosed when nobody does, else a FileProblem. */
export function writeToOutput(stream: NodeJS.WritableStream, data: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => {
      if (error === null || error === undefined) resolve()
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new OutputClosed())
      else reject(fileError('Cannot write to', 'standard output', error))
    })
  })
}

/** What pages say may hold commands for a terminal: on one, they are shown and not obeyed. Files and pipes get all as it is. */
export function streamWriter(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
  format: Format,
  after: number,
): ResultWriter {
  const toText = makeFormatter(format, null)
  const safe = format === 'csv' ? printable : printableJson
  return {
    after,
    write: (lines) => writeToOutput(stream, stream.isTTY ? safe(String(toText(lines))) : toText(lines)),
    close: async () => undefined,
  }
}
