import { randomUUID } from 'node:crypto'
import { unavailable } from '#shared/errors.ts'
import type { BatchStatus, NewBatch } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { Batch, Frontier } from '../frontier/frontier.ts'
import { type SubmissionPorts, storeLines } from './store-lines.ts'

export interface CreatePorts extends SubmissionPorts {
  readonly frontier: Pick<Frontier, 'addLines' | 'batch' | 'create' | 'discard' | 'start' | 'status'>
  /** Where quotas are. */
  readonly store: Pick<KeyValues, 'increment'>
  /** Starts to read the sitemaps of a running batch. The frontier gets the result. */
  readSitemaps(batch: Batch): void
}

/** Submits a batch whose lines are complete: see `Batches`. */
export async function submit(
  ports: CreatePorts,
  request: NewBatch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const hasSources = request.sitemaps.length > 0
  const batch = await createWith(ports.frontier, { ...request, state: 'running' }, async (created) => {
    if ((await storeLines(ports, created, body, signal)) === null) throw unavailable('batches')
    await ports.frontier.start(created.id, hasSources)
  })
  if (hasSources) ports.readSitemaps(batch)
  return statusOf(ports.frontier, batch)
}

/** Creates a batch and does the work on it. The batch is discarded when that fails. */
export async function createWith(
  frontier: Pick<Frontier, 'create' | 'discard'>,
  asked: NewBatch & Pick<Batch, 'state'>,
  work: (batch: Batch) => Promise<unknown>,
): Promise<Batch> {
  const batch: Batch = { ...asked, id: randomUUID(), createdAt: Date.now() }
  await frontier.create(batch)
  try {
    await work(batch)
    return batch
  } catch (error) {
    // If this fails too, the frontier removes the batch later.
    await frontier.discard(batch.id).catch(() => undefined)
    throw error
  }
}

/** The status of a batch that has just been created. */
export async function statusOf(
  frontier: Pick<Frontier, 'status'>,
  { id }: Pick<Batch, 'id'>,
): Promise<BatchStatus> {
  const status = await frontier.status(id)
  if (status === null) throw new Error('a batch disappeared right after its creation')
  return status
}
