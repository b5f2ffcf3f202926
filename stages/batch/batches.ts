import { randomUUID } from 'node:crypto'
import type { Batches, BatchStatus, NewBatch, OwnedBatchId, ResultsQuery } from '#shared/ports/batches.ts'
import type { Batch, Frontier } from './frontier.ts'
import { takeLines } from './intake/take-lines.ts'

/** What the batch part itself offers; whether it is there is asked by others. */
export type BatchService = Omit<Batches, 'ping' | 'close'>

export interface BatchesPorts {
  readonly frontier: Frontier
  /** Null = there is no such batch. */
  readResults(id: string, reading: ResultsQuery): AsyncIterable<Uint8Array> | null
  /** Begins to read the sitemaps of a batch that runs; whatever comes of it is told to the frontier. */
  readSitemaps(batch: Batch): void
  readonly maxLineBytes: number
}

/** Ids are ours: anything else is no batch, and never reaches a file name. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Takes batches in and steers them. */
export function makeBatches(ports: BatchesPorts): BatchService {
  const { frontier } = ports
  const known = async <T>(named: OwnedBatchId, ask: (id: string) => T | Promise<T>) =>
    (await isKnown(frontier, named)) ? ask(named.id) : null
  return {
    submit: (asked, body, signal) => submit(ports, asked, body, signal),
    status: (named, hosts) => known(named, (id) => frontier.status(id, hosts)),
    list: (listing) => frontier.list(listing),
    pause: (named) => known(named, (id) => frontier.setState(id, 'paused')),
    resume: (named) => known(named, (id) => frontier.setState(id, 'running')),
    cancel: (named) => known(named, (id) => frontier.setState(id, 'cancelled')),
    results: (named, reading) => known(named, (id) => ports.readResults(id, reading)),
  }
}

/** Whether there is such a batch for the one who asks. */
async function isKnown(frontier: Frontier, { id, owner }: OwnedBatchId): Promise<boolean> {
  const batch = ID.test(id) ? await frontier.batch(id) : null
  return batch !== null && (batch.owner === null || batch.owner === owner)
}

async function submit(
  ports: BatchesPorts,
  asked: NewBatch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const { frontier } = ports
  const batch: Batch = { ...asked, id: randomUUID(), state: 'running', createdAt: Date.now() }
  const isOpen = batch.sitemaps.length > 0
  await frontier.begin(batch)
  try {
    await takeLines(ports, batch, body, signal)
    await frontier.launch(batch.id, isOpen)
  } catch (error) {
    // Should that fail, too, the next start discards it.
    await frontier.discard(batch.id).catch(() => undefined)
    throw error
  }
  if (isOpen) ports.readSitemaps(batch)
  const status = await frontier.status(batch.id)
  if (status === null) throw new Error('a batch was lost that had just begun')
  return status
}
