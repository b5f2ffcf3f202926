import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '#shared/async/timeout.ts'

/** Whole lines of a body. Only the last line of the body may lack its line break. */
export interface Piece {
  readonly body: Buffer
  readonly lines: number
}

export interface PieceLimits {
  readonly lines: number
  /** A piece with more bytes gets no further line. */
  readonly bytes: number
  /** Of a longer line only the beginning is sent: the service rejects it by its length (64 KiB). */
  readonly lineBytes: number
  /** A piece waits so long for its next line, in milliseconds. */
  readonly waitMs: number
}

const usualLimits: PieceLimits = {
  lines: 10_000,
  bytes: 8_388_608,
  lineBytes: 2_097_152,
  waitMs: 10_000,
}

const NEWLINE = 0x0a

/**
 * Cuts a body into pieces of whole lines, wherever its chunks are cut. Holds one piece and one chunk at most. A slow body gets
 * smaller pieces. Throws the reason of the signal when that aborts.
 */
export async function* cutPieces(
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
  limits: PieceLimits = usualLimits,
): AsyncGenerator<Piece> {
  const pending = makePending(limits)
  for await (const chunk of whileWaiting(chunks, limits.waitMs, signal)) {
    for (const part of partsOf(chunk)) {
      pending.add(part)
      if (pending.isFull()) yield pending.take()
    }
    if (chunk === null && pending.hasLines()) yield pending.take()
  }
  pending.end()
  if (pending.hasLines()) yield pending.take()
}

/** The lines of a chunk with their line breaks. The last one may be unfinished. */
function* partsOf(chunk: Buffer | null): Generator<Buffer> {
  if (chunk === null) return
  let start = 0
  for (let end = chunk.indexOf(NEWLINE) + 1; end > 0; end = chunk.indexOf(NEWLINE, start) + 1) {
    yield chunk.subarray(start, end)
    start = end
  }
  if (start < chunk.length) yield chunk.subarray(start)
}

/** The chunks of a body, and null each time that none comes for `waitMs`. */
async function* whileWaiting(
  chunks: AsyncIterable<Uint8Array | string>,
  waitMs: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer | null> {
  const iterator = chunks[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const waiting = new AbortController()
      const timeout = sleep(waitMs, null, { signal: waiting.signal }).catch(() => null)
      const got = await abortable(signal, Promise.race([next, timeout])).finally(() => waiting.abort())
      if (got?.done) return
      if (got !== null) next = iterator.next()
      yield got && Buffer.from(got.value as Uint8Array)
    }
  } finally {
    next.catch(() => undefined)
    iterator.return?.().catch(() => undefined)
  }
}

/** Lines that are not sent yet, the last one perhaps unfinished. */
function makePending({ lines: mostLines, bytes: mostBytes, lineBytes }: PieceLimits) {
  let whole: Buffer[] = []
  let bytes = 0
  let lines = 0
  let line: Buffer[] = []
  let length = 0

  function append(part: Buffer): void {
    line.push(part.subarray(0, Math.max(0, lineBytes - length)))
    length += part.length
  }

  function endLine(): void {
    whole.push(...line)
    bytes += Math.min(length, lineBytes)
    lines += 1
    line = []
    length = 0
  }

  return {
    /** Adds a line, or a part of one that is not its end. */
    add(part: Buffer): void {
      const isEnd = part.at(-1) === NEWLINE
      append(isEnd ? part.subarray(0, -1) : part)
      if (!isEnd) return
      line.push(part.subarray(-1))
      endLine()
    },
    /** The unfinished line is the last one. */
    end(): void {
      if (length > 0) endLine()
    },
    isFull: () => lines >= mostLines || bytes >= mostBytes,
    hasLines: () => lines > 0,
    /** The whole lines. */
    take(): Piece {
      const piece = { body: Buffer.concat(whole), lines }
      whole = []
      bytes = 0
      lines = 0
      return piece
    },
  }
}

/** A piece without its first lines. */
export function withoutLines({ body, lines }: Piece, count: number): Piece {
  let start = 0
  for (let left = Math.min(count, lines); left > 0; left--)
    start = body.indexOf(NEWLINE, start) + 1 || body.length
  return { body: body.subarray(start), lines: Math.max(0, lines - count) }
}
