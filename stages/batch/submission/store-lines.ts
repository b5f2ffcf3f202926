import type { RejectedLine } from '#shared/ports/batches.ts'
import { lineItems } from '../crawl/crawl-items.ts'
import type { Batch, Frontier, NewItem } from '../frontier/frontier.ts'
import { type Line, splitLines } from './line-splitter.ts'
import { parseLine } from './parse-line.ts'

export interface SubmissionPorts {
  readonly frontier: Pick<Frontier, 'add' | 'reject'>
  readonly maxLineBytes: number
  /** Lines that are stored, and rejected, at a time: some milliseconds of work for each file of the frontier. */
  readonly linesAtOnce: number
}

/** Bytes of lines at a time. */
const GROUP_BYTES = 1024 * 1024
const DUPLICATE = 'duplicate of an earlier line'

/** Parsed lines that are not stored yet. */
interface LineGroup {
  items: NewItem[]
  /** The line that the item represents. Null for an additional item of a line. */
  lines: (number | null)[]
  rejected: RejectedLine[]
  bytes: number
}

/**
 * Stores the lines of a body as items of the batch, and wrong lines as rejected. Resolves with the URL of the first accepted line.
 * Rejects when the signal aborts.
 */
export async function storeLines(
  ports: SubmissionPorts,
  batch: Batch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<string | undefined> {
  let group = emptyGroup()
  let firstUrl: string | undefined

  async function flush(): Promise<void> {
    signal.throwIfAborted()
    const full = group
    group = emptyGroup()
    const first = await storeGroup(ports.frontier, batch, full)
    firstUrl ??= first
  }

  for await (const line of splitLines(body, ports.maxLineBytes)) {
    addLine(ports.maxLineBytes, batch, line, group)
    const { items, rejected, bytes } = group
    if (items.length + rejected.length >= ports.linesAtOnce || bytes >= GROUP_BYTES) await flush()
  }
  await flush()
  return firstUrl
}

function emptyGroup(): LineGroup {
  return { items: [], lines: [], rejected: [], bytes: 0 }
}

function addLine(maxLineBytes: number, batch: Batch, { number, bytes }: Line, group: LineGroup): void {
  const tooLong = { reason: `the line is longer than ${maxLineBytes} bytes` }
  const parsed = bytes === null ? tooLong : parseLine(bytes, batch)
  if (parsed === null) return
  group.bytes += bytes?.length ?? 0
  if ('reason' in parsed) {
    group.rejected.push({ line: number, reason: parsed.reason })
    return
  }
  for (const [index, item] of lineItems(batch, parsed.parameters).entries()) {
    group.items.push(item)
    group.lines.push(index === 0 ? number : null)
  }
}

/** Resolves with the URL of the first line that was accepted. */
async function storeGroup(
  frontier: SubmissionPorts['frontier'],
  { id, crawl }: Batch,
  { items, lines, rejected }: LineGroup,
): Promise<string | undefined> {
  const wasNew = items.length === 0 ? [] : await frontier.add(id, items)
  const reason = crawl === null ? DUPLICATE : `${DUPLICATE}, or beyond the crawl's most pages`
  const duplicates = lines.filter((line, index): line is number => line !== null && wasNew[index] === false)
  const all = [...rejected, ...duplicates.map((line) => ({ line, reason }))]
  if (all.length > 0)
    await frontier.reject(
      id,
      all.toSorted((a, b) => a.line - b.line),
    )
  return items.find((_, index) => lines[index] !== null && wasNew[index])?.parameters.url
}
