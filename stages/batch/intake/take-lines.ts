import type { RejectedLine } from '#shared/ports/batches.ts'
import type { Batch, Frontier, NewItem } from '../frontier.ts'
import { lineItems } from './line-items.ts'
import { type Line, lineSplitter } from './line-splitter.ts'
import { readLine } from './read-line.ts'

export interface IntakePorts {
  readonly frontier: Pick<Frontier, 'add' | 'reject'>
  readonly maxLineBytes: number
}

/** Lines that are stored, and rejected, at a time: a few milliseconds of work. */
const GROUP = 200
const REPEATED = 'duplicate of an earlier line'

/** Lines that were read and are not stored yet. */
interface Group {
  items: NewItem[]
  /** Number of the line that the item stands for; null = it only comes with it. */
  lines: (number | null)[]
  rejected: RejectedLine[]
}

/** Stores the lines of a body as items of the batch, and those that are wrong as rejected. Rejects when the signal is aborted. */
export async function takeLines(
  ports: IntakePorts,
  batch: Batch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const splitter = lineSplitter(ports.maxLineBytes)
  let group = emptyGroup()

  async function take(lines: readonly Line[]): Promise<void> {
    for (const line of lines) {
      put(ports.maxLineBytes, batch, line, group)
      if (group.items.length + group.rejected.length >= GROUP) await store()
    }
  }

  async function store(): Promise<void> {
    signal.throwIfAborted()
    const full = group
    group = emptyGroup()
    await storeGroup(ports.frontier, batch, full)
  }

  for await (const piece of body) await take(splitter.push(piece))
  await take(splitter.end())
  await store()
}

function emptyGroup(): Group {
  return { items: [], lines: [], rejected: [] }
}

function put(maxLineBytes: number, batch: Batch, { number, bytes }: Line, group: Group): void {
  if (bytes === null) {
    group.rejected.push({ line: number, reason: `the line is longer than ${maxLineBytes} bytes` })
    return
  }
  const read = readLine(bytes, batch)
  if (read === null) return
  if ('reason' in read) {
    group.rejected.push({ line: number, reason: read.reason })
    return
  }
  for (const [index, item] of lineItems(batch, read.parameters).entries()) {
    group.items.push(item)
    group.lines.push(index === 0 ? number : null)
  }
}

async function storeGroup(
  frontier: IntakePorts['frontier'],
  { id, crawl }: Batch,
  { items, lines, rejected }: Group,
): Promise<void> {
  const wasNew = items.length === 0 ? [] : await frontier.add(id, items)
  const reason = crawl === null ? REPEATED : `${REPEATED}, or beyond the crawl's most pages`
  const repeated = lines.filter((line, index): line is number => line !== null && wasNew[index] === false)
  const all = [...rejected, ...repeated.map((line) => ({ line, reason }))]
  if (all.length > 0)
    await frontier.reject(
      id,
      all.toSorted((a, b) => a.line - b.line),
    )
}
