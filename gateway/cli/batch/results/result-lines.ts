const NEWLINE = 0x0a

/** Joins what comes to pieces of whole lines; what stands behind the last line break is dropped. */
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

/** The number of the last of these lines of results; throws where it has none. */
export function lastResultNumber(lines: Buffer): number {
  const start = lines.lastIndexOf(NEWLINE, -2) + 1
  const found = /^\{"n":(\d+)[,}]/.exec(lines.toString('latin1', start, start + 32))
  return found === null ? parseResultLine(lines.toString('utf8', start)).n : Number(found[1])
}

/** A line of results (decisions section 14), as far as it is read here. */
export interface ResultLine extends Readonly<Record<string, unknown>> {
  readonly n: number
  readonly id: string
  readonly operation: string
}

/** Throws where the text is no line of results. */
export function parseResultLine(line: string): ResultLine {
  const found = JSON.parse(line) as Partial<ResultLine> | null
  if (typeof found?.n === 'number' && typeof found.id === 'string' && typeof found.operation === 'string') {
    return found as ResultLine
  }
  throw new Error('This is no line of results')
}
