/**
 * The lines of a text that arrives in chunks, without their ends; blank ones are left out. A reader that stops early
 * cancels the stream, and with it the transfer.
 */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter(isFull)
    }
    rest += decoder.decode()
    if (isFull(rest)) yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The first line; null = there is none. Nothing after it is read. */
export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  for await (const line of linesOf(stream)) return line
  return null
}

/** What was found in lines, and how far they were read. */
export interface Found<T> {
  readonly rows: readonly T[]
  /** The last row that was read, found or not; null = there was none. */
  readonly last: T | null
  /** Whether the lines ended before enough was found. */
  readonly isEnd: boolean
}

/** Parses lines of JSON until `most` of them match. */
export async function findRows<T>(
  stream: ReadableStream<Uint8Array>,
  matches: (row: T) => boolean,
  most: number,
): Promise<Found<T>> {
  const rows: T[] = []
  let last: T | null = null
  for await (const line of linesOf(stream)) {
    last = JSON.parse(line) as T
    if (matches(last)) rows.push(last)
    if (rows.length >= most) return { rows, last, isEnd: false }
  }
  return { rows, last, isEnd: true }
}

function isFull(line: string): boolean {
  return line.trim() !== ''
}
