import { isUtf8 } from 'node:buffer'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { NewBatch, RejectedLine } from '#shared/ports/batches.ts'
import { lineItems } from '../crawl/crawl-items.ts'
import type { Batch, Frontier, LineGroup, NewItem } from '../frontier/frontier.ts'
import { linesFrom } from '../frontier/line-group.ts'

export interface SubmissionPorts {
  readonly frontier: Pick<Frontier, 'addLines'>
  /** Default: 64 KiB. */
  readonly maxLineBytes?: number
  /** Lines that are stored, and rejected, at a time: some milliseconds of work for each file of the frontier. */
  readonly linesAtOnce: number
}

const MAX_LINE_BYTES = 65_536
/** Bytes of lines at a time. */
const GROUP_BYTES = 1024 * 1024

/**
 * Stores the lines of a body, whose first one has the number `from`, as items of the batch, and wrong lines as rejected. Lines
 * that the batch has already are passed over, also when another request stores them meanwhile. Resolves with the counts of the
 * lines that this call has stored; null when the batch takes no lines. `next` is below `from` when lines before the body are
 * missing: then nothing is stored. Rejects when the body fails or the signal aborts: whole groups of lines are stored then.
 */
export async function storeLines(
  ports: SubmissionPorts,
  batch: Batch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  from = 1,
): Promise<StoredLines | null> {
  let total: StoredLines = { accepted: 0, rejected: 0, next: from }
  for await (const group of groupLines(ports, batch, body, from, () => total.next)) {
    signal.throwIfAborted()
    const stored = await storeGroup(ports.frontier, batch.id, group)
    if (stored === null) return null
    total = sum(total, stored)
    if (stored.next < group.next) break
  }
  return total
}

/** Parsed lines that are not stored yet. */
interface PendingLines {
  readonly items: LineGroup['items'][number][]
  readonly rejected: RejectedLine[]
  bytes: number
}

/** Groups the lines of a body from `next()` on, the first line that the batch misses. The last group may be empty. */
async function* groupLines(
  { maxLineBytes = MAX_LINE_BYTES, linesAtOnce }: SubmissionPorts,
  batch: Batch,
  body: AsyncIterable<Uint8Array>,
  from: number,
  next: () => number,
): AsyncGenerator<LineGroup> {
  const makePending = (): PendingLines => ({ items: [], rejected: [], bytes: 0 })
  let pending = makePending()
  let end = from
  for await (const line of splitLines(body, maxLineBytes)) {
    end = from + line.number
    if (end > next()) addLine(maxLineBytes, batch, { ...line, number: end - 1 }, pending)
    const { items, rejected, bytes } = pending
    if (items.length + rejected.length < linesAtOnce && bytes < GROUP_BYTES) continue
    yield { first: next(), next: end, items, rejected }
    pending = makePending()
  }
  yield { first: next(), next: Math.max(next(), end), items: pending.items, rejected: pending.rejected }
}

function addLine(maxLineBytes: number, batch: Batch, { number, bytes }: Line, pending: PendingLines): void {
  const tooLong = { reason: `the line is longer than ${maxLineBytes} bytes` }
  const parsed = bytes === null ? tooLong : parseLine(bytes, batch)
  if (parsed === null) return
  pending.bytes += bytes?.length ?? 0
  if ('reason' in parsed) pending.rejected.push({ line: number, reason: parsed.reason })
  else pending.items.push(...lineItems(batch, parsed.parameters).map((item) => ({ ...item, line: number })))
}

/** Stores a group, or what of it another request has not stored meanwhile. */
async function storeGroup(
  frontier: SubmissionPorts['frontier'],
  batch: string,
  group: LineGroup,
): Promise<StoredLines | null> {
  let total: StoredLines = { accepted: 0, rejected: 0, next: group.first }
  for (let left = group; ; left = linesFrom(group, total.next)) {
    const stored = await frontier.addLines(batch, left)
    if (stored === null) return null
    total = sum(total, stored)
    if (stored.next < left.first || stored.next >= group.next) return total
  }
}

function sum(total: StoredLines, { accepted, rejected, next }: StoredLines): StoredLines {
  return { accepted: total.accepted + accepted, rejected: total.rejected + rejected, next }
}

/** A line of a body without its line break. `bytes` is null when the line is too long. */
export interface Line {
  /** Counts from 1. */
  readonly number: number
  readonly bytes: Buffer | null
}

const LF = 10
const CR = 13
const BOM = Buffer.from('\ufeff')

/**
 * Splits a body into lines, wherever its chunks are cut. Lines end with LF or CRLF; a byte order mark at the
 * start is removed. A line longer than `maxBytes` is not stored.
 */
export async function* splitLines(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  /** The unfinished line so far, with room for one byte more than allowed: a CR. */
  let pending: Uint8Array[] = []
  let length = 0
  let number = 0

  function append(bytes: Uint8Array): void {
    length += bytes.length
    if (length <= maxBytes + BOM.length + 1) pending.push(bytes)
    else pending = []
  }

  function finishLine(): Line {
    number += 1
    const line = lineOf(number, pending, length, maxBytes)
    pending = []
    length = 0
    return line
  }

  for await (const piece of body) {
    let start = 0
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, start)) {
      append(piece.subarray(start, end))
      yield finishLine()
      start = end + 1
    }
    if (start < piece.length) append(piece.subarray(start))
  }
  if (length > 0) yield finishLine()
}

function lineOf(number: number, pending: readonly Uint8Array[], length: number, maxBytes: number): Line {
  const whole = pending.length === 1 ? asBuffer(pending[0] as Uint8Array) : Buffer.concat(pending)
  if (whole.length < length) return { number, bytes: null }
  const start = number === 1 && whole.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0
  const end = whole.at(-1) === CR ? whole.length - 1 : whole.length
  const bytes = whole.subarray(start, Math.max(start, end))
  return { number, bytes: bytes.length > maxBytes ? null : bytes }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

type ParsedLine = { readonly parameters: NewItem['parameters'] } | { readonly reason: string }

/** Characters of a reason. */
const REASON_LENGTH = 300

/**
 * Parses a line: a URL, a JSON string with a URL, or a JSON object `{"url", …parameters}` whose members take
 * precedence over the parameters of the batch. Null for a blank line.
 */
export function parseLine(
  bytes: Buffer,
  batch: Pick<NewBatch, 'operation' | 'parameters'>,
): ParsedLine | null {
  if (!isUtf8(bytes)) return { reason: 'the line is not valid UTF-8' }
  const text = bytes.toString().trim()
  return text === '' ? null : checkLine(text, batch)
}

function checkLine(
  text: string,
  { operation, parameters }: Pick<NewBatch, 'operation' | 'parameters'>,
): ParsedLine {
  const raw = parseText(text)
  if (raw === null) return { reason: 'the line is not valid JSON' }
  if (Object.hasOwn(raw, 'operation')) return { reason: 'operation is the same for the whole batch' }
  const checked = checkLineParameters(operation, { ...parameters, ...raw })
  if ('parameters' in checked) return checked
  return { reason: checked.reason.slice(0, REASON_LENGTH) }
}

function parseText(text: string): Readonly<Record<string, unknown>> | null {
  if (!/^["{]/.test(text)) return { url: text }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { url: value } : { ...(value as object) }
  } catch {
    return null
  }
}

function checkLineParameters(
  operation: NewBatch['operation'],
  raw: Readonly<Record<string, unknown>>,
): ParsedLine {
  try {
    const checked = checkParameters(operation, raw, true)
    if ('parameters' in checked) return checked
    return { reason: checked.problems.map(({ message }) => message).join('; ') }
  } catch (error) {
    // `JSON.parse` throws it for some thousand nested brackets.
    if (error instanceof RangeError) return { reason: 'the line is nested too deeply' }
    throw error
  }
}
