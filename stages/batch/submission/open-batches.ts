import { Failure } from '#shared/errors.ts'
import type { LinesPiece, StoredLines } from '#shared/ports/batch-lines.ts'
import type { BatchState, BatchStatus, NewBatch } from '#shared/ports/batches.ts'
import type { Batch, Frontier } from '../frontier/frontier.ts'
import { countLines } from './count-lines.ts'
import { storeLines } from './store-lines.ts'
import { type CreatePorts, createWith, statusOf } from './submit.ts'

/** Opens a batch whose lines come in pieces: see `Batches`. */
export async function openBatch(
  ports: CreatePorts,
  request: NewBatch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const counter = countLines(ports, request.quota)
  const batch = await createWith(ports.frontier, { ...request, state: 'open' }, async (created) => {
    try {
      await storeLines({ ...ports, frontier: counter }, created, body, signal)
    } catch (error) {
      await counter.refundAll()
      throw error
    }
  })
  return statusOf(ports.frontier, batch)
}

/** Adds lines to a batch: see `Batches`. */
export async function addLines(
  ports: CreatePorts,
  batch: Batch,
  { from, body, quota, signal }: LinesPiece,
): Promise<StoredLines | null> {
  if (batch.state !== 'open') throw takesNoLines(batch.state)
  const frontier = countLines(ports, quota)
  const stored = await storeLines({ ...ports, frontier }, batch, body, signal, from)
  if (stored === null) {
    const now = await ports.frontier.batch(batch.id)
    if (now === null) return null
    throw takesNoLines(now.state)
  }
  if (stored.next < from) throw linesMissing(stored.next, from)
  return stored
}

function takesNoLines(state: BatchState): Failure {
  return new Failure('CONFLICT', `The batch takes no more lines: it is ${state}`, { details: { state } })
}

function linesMissing(next: number, from: number): Failure {
  const message = `Lines before line ${from} are missing: send them from line ${next} on`
  return new Failure('CONFLICT', message, { details: { next } })
}

/** Starts an open batch: see `Batches`. */
export async function startBatch(
  frontier: Pick<Frontier, 'start' | 'status'>,
  { id, state }: Batch,
): Promise<BatchStatus | null> {
  if (state === 'open') await frontier.start(id, false)
  return frontier.status(id)
}
