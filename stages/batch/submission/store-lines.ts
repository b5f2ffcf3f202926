import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { RejectedLine } from '#shared/ports/batches.ts'
import { lineItems } from '../crawl/crawl-items.ts'
import type { Batch, Frontier, LineGroup } from '../frontier/frontier.ts'
import { linesFrom } from '../frontier/line-group.ts'
import { type Line, splitLines } from './line-splitter.ts'
import { parseLine } from './parse-line.ts'

export interface SubmissionPorts {
  readonly frontier: Pick<Frontier, 'addLines'>
  readonly maxLineBytes: number
  /** Lines that are stored, and rejected, at a time: some milliseconds of work for each file of the frontier. */
  readonly linesAtOnce: number
}

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
  { maxLineBytes, linesAtOnce }: SubmissionPorts,
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
