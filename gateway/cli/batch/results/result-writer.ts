import { printable, printableJson } from '../../printable.ts'
import { fileError } from '../errors.ts'
import { csvHeader, csvRecords, parseResultLines } from './csv.ts'

export const formats = ['ndjson', 'csv'] as const
export type Format = (typeof formats)[number]

/** Destination of results. */
export interface ResultWriter {
  /** Number of the last result that the destination already holds; 0 for none. */
  readonly after: number
  /** Takes whole lines of NDJSON; resolves once they are written. */
  write(lines: Buffer): Promise<void>
  close(): Promise<void>
}

/**
 * Makes a function that converts whole NDJSON lines to the output format. A CSV begins with its header unless
 * `header` is there already.
 */
export function makeFormatter(format: Format, header: string | null): (lines: Buffer) => Buffer | string {
  if (format === 'ndjson') return (lines) => lines
  let known = header
  return (lines) => {
    const results = parseResultLines(lines)
    const { operation = '' } = results[0] ?? {}
    const isFirst = known === null
    known ??= csvHeader(operation)
    if (known !== csvHeader(operation)) throw new Error('it has other columns than these results')
    return `${isFirst ? known : ''}${csvRecords(results)}`
  }
}

/** The reader of the output has closed it: the command ends without an error. */
export class OutputClosed extends Error {}

/**
 * Writes to standard output at the pace of its reader. Throws OutputClosed when the reader is gone, else a FileError.
 */
export function writeToOutput(stream: NodeJS.WritableStream, data: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => {
      if (error === null || error === undefined) resolve()
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new OutputClosed())
      else reject(fileError('Cannot write to', 'standard output', error))
    })
  })
}

/**
 * Writes results to a stream. Texts of pages may contain control sequences: on a terminal they are escaped; files and
 * pipes get them unchanged.
 */
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
