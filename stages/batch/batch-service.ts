import { randomUUID } from 'node:crypto'
import { Failure } from '#shared/errors.ts'
import type {
  Batches,
  BatchStatus,
  NewBatch,
  OwnedBatchId,
  ReportQuery,
  ResultsQuery,
} from '#shared/ports/batches.ts'
import type { Sites } from '#shared/rpc/site-calls.ts'
import type { SiteReports } from './adapters/sqlite/site/site-reports.ts'
import type { Batch, Frontier } from './frontier/frontier.ts'
import { makeStatusWithPace, type PaceOptions } from './frontier/pace.ts'
import { storeLines } from './submission/store-lines.ts'

/** The port without its connection methods. */
export type BatchService = Omit<Batches, 'ping' | 'close'>

/** Reports on the sites of batches. `pages` may be null when the batch does not exist. */
interface SitesOfBatches extends Pick<SiteReports, 'report'> {
  pages(
    ...asked: Parameters<SiteReports['pages']>
  ): ReturnType<SiteReports['pages']> | ReturnType<Sites['pages']>
}

export interface BatchServicePorts {
  readonly pace: PaceOptions
  readonly frontier: Omit<Frontier, 'complete'>
  readonly siteReports: SitesOfBatches
  /** Null when there is no such batch. */
  readResults(
    id: string,
    reading: ResultsQuery,
  ): AsyncIterable<Uint8Array> | null | Promise<AsyncIterable<Uint8Array> | null>
  /** Starts to read the sitemaps of a running batch. The frontier gets the result. */
  readSitemaps(batch: Batch): void
  /** See `storeLines`. */
  readonly maxLineBytes: number
  readonly linesAtOnce: number
}

/** The ids that this service makes. Other text is no batch, and never becomes part of a file name. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Makes the service that accepts and controls batches. */
export function makeBatchService(ports: BatchServicePorts): BatchService {
  const { frontier } = ports
  const statusWithPace = makeStatusWithPace(frontier, ports.pace)
  const ifKnown = async <T>(named: OwnedBatchId, ask: (id: string) => T | Promise<T>) =>
    (await isKnown(frontier, named)) ? ask(named.id) : null
  return {
    submit: (request, body, signal) => submit(ports, request, body, signal),
    status: (named, hosts) => ifKnown(named, (id) => statusWithPace(id, hosts)),
    list: (listing) => frontier.list(listing),
    pause: (named) => ifKnown(named, (id) => frontier.setState(id, 'paused')),
    resume: (named) => ifKnown(named, (id) => frontier.setState(id, 'running')),
    cancel: (named) => ifKnown(named, (id) => frontier.setState(id, 'cancelled')),
    results: (named, reading) => ifKnown(named, (id) => ports.readResults(id, reading)),
    report: (named, query) => ifKnown(named, () => report(ports, named, query)),
    pages: (named, query) => ifKnown(named, () => ports.siteReports.pages(named, query)),
  }
}

/** Returns true when the batch exists and the caller may see it. */
async function isKnown(frontier: Pick<Frontier, 'batch'>, { id, owner }: OwnedBatchId): Promise<boolean> {
  const batch = ID.test(id) ? await frontier.batch(id) : null
  return batch !== null && (batch.owner === null || batch.owner === owner)
}

async function report(
  { frontier, siteReports }: BatchServicePorts,
  named: OwnedBatchId,
  query: ReportQuery,
): Promise<string | null> {
  const { compare } = query
  if (compare !== null && !(await isKnown(frontier, { ...named, id: compare })))
    throw new Failure('VALIDATION_ERROR', 'There is no batch to compare with', { details: { compare } })
  return siteReports.report(named, query)
}

async function submit(
  ports: BatchServicePorts,
  request: NewBatch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const { frontier } = ports
  const batch: Batch = { ...request, id: randomUUID(), state: 'running', createdAt: Date.now() }
  const isOpen = batch.sitemaps.length > 0
  await frontier.create(batch)
  try {
    const firstUrl = await storeLines(ports, batch, body, signal)
    await frontier.start(batch.id, isOpen, firstUrl)
  } catch (error) {
    // If this fails too, the next start discards the batch.
    await frontier.discard(batch.id).catch(() => undefined)
    throw error
  }
  if (isOpen) ports.readSitemaps(batch)
  const status = await frontier.status(batch.id)
  if (status === null) throw new Error('a batch disappeared right after its start')
  return status
}
