const NEWLINE = 0x0a

/** Joins chunks to chunks of whole lines; drops the text after the last line break. */
export async function* completeLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let open: Uint8Array[] = []
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end === 0) open.push(chunk)
    else {
      yield Buffer.concat([...open, chunk.subarray(0, end)])
      open = end < chunk.length ? [chunk.subarray(end)] : []
    }
  }
}

/** The number of the last of these result lines; throws when it has none. */
export function lastResultNumber(lines: Buffer): number {
  const start = lines.lastIndexOf(NEWLINE, -2) + 1
  const found = /^\{"n":(\d+)[,}]/.exec(lines.toString('latin1', start, start + 32))
  return found === null ? parseResultLine(lines.toString('utf8', start)).n : Number(found[1])
}

/** A result line (infra/docs/batches.md#batch-results), as far as the command line reads it. */
export interface ResultLine extends Readonly<Record<string, unknown>> {
  readonly n: number
  readonly id: string
  readonly operation: string
}

/** Parses a result line; throws when the text is not one. */
export function parseResultLine(line: string): ResultLine {
  const found = JSON.parse(line) as Partial<ResultLine> | null
  if (typeof found?.n === 'number' && typeof found.id === 'string' && typeof found.operation === 'string') {
    return found as ResultLine
  }
  throw new Error('This is not a line of results')
}
