import { randomUUID } from 'node:crypto'
import { Failure, unavailable } from '#shared/errors.ts'
import type { LinesPiece, StoredLines } from '#shared/ports/batch-lines.ts'
import type { BatchState, BatchStatus, NewBatch } from '#shared/ports/batches.ts'
import { type ItemQuota, NO_ITEM_LIMIT } from '#shared/ports/item-quota.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { Batch, Frontier, LineGroup } from '../frontier/frontier.ts'
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

interface CountPorts {
  readonly frontier: Pick<Frontier, 'addLines'>
  readonly store: Pick<KeyValues, 'increment'>
}

interface CountedLines extends Pick<Frontier, 'addLines'> {
  /** Gives back all that was counted: the lines are discarded. Never rejects. */
  refundAll(): Promise<void>
}

const SPENT = "The key's daily limit for batch items is spent"

/**
 * Adds lines and counts each that is new and accepted once against the quota, however often it is sent. `addLines` rejects with
 * `RATE_LIMIT_EXCEEDED`, and stores nothing, where the rest of the quota does not suffice for the group. Without a quota nothing
 * is counted.
 */
export function countLines({ frontier, store }: CountPorts, quota: ItemQuota | undefined): CountedLines {
  let counted = 0

  /** Lines that cannot be given back stay counted until the end of the day. */
  async function refund(items: number): Promise<void> {
    counted -= items
    if (quota !== undefined && items > 0) await consumeItems(store, quota, -items).catch(() => undefined)
  }

  async function addCounted(limited: ItemQuota, batch: string, group: LineGroup) {
    const pages = group.items.filter(({ role }) => role === 'page').length
    const { isGranted } = await consumeItems(store, limited, pages)
    if (!isGranted) throw new Failure('RATE_LIMIT_EXCEEDED', SPENT)
    counted += pages
    let accepted = 0
    try {
      const stored = await frontier.addLines(batch, group)
      accepted = stored?.accepted ?? 0
      return stored
    } finally {
      await refund(pages - accepted)
    }
  }

  /** Items without a limit are only counted: the store is not waited for. */
  async function addUnlimited(unlimited: ItemQuota, batch: string, group: LineGroup) {
    const stored = await frontier.addLines(batch, group)
    const accepted = stored?.accepted ?? 0
    counted += accepted
    if (accepted > 0) consumeItems(store, unlimited, accepted).catch(() => undefined)
    return stored
  }

  return {
    addLines(batch, group) {
      if (quota === undefined) return frontier.addLines(batch, group)
      return (quota.limit === NO_ITEM_LIMIT ? addUnlimited : addCounted)(quota, batch, group)
    },
    refundAll: () => refund(counted),
  }
}
