import { Failure } from '#shared/errors.ts'
import type { Batches, OwnedBatchId, ReportQuery, ResultsQuery } from '#shared/ports/batches.ts'
import type { Sites } from '#shared/rpc/site-calls.ts'
import type { SiteReports } from './adapters/sqlite/site/site-reports.ts'
import type { Batch, Frontier } from './frontier/frontier.ts'
import { makeStatusWithPace, type PaceOptions } from './frontier/pace.ts'
import { addLines, type CreatePorts, openBatch, startBatch, submit } from './submission/submit.ts'

/** The port without its connection methods. */
export type BatchService = Omit<Batches, 'ping' | 'close'>

/** Reports on the sites of batches. `pages` may be null when the batch does not exist. */
interface SitesOfBatches extends Pick<SiteReports, 'report'> {
  pages(
    ...asked: Parameters<SiteReports['pages']>
  ): ReturnType<SiteReports['pages']> | ReturnType<Sites['pages']>
}

export interface BatchServicePorts extends CreatePorts {
  readonly pace: PaceOptions
  readonly frontier: Omit<Frontier, 'complete'>
  readonly siteReports: SitesOfBatches
  /** Null when there is no such batch. */
  readResults(
    id: string,
    reading: ResultsQuery,
  ): AsyncIterable<Uint8Array> | null | Promise<AsyncIterable<Uint8Array> | null>
}

/** The ids that this service makes. Other text is no batch, and never becomes part of a file name. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Makes the service that accepts and controls batches. */
export function makeBatchService(ports: BatchServicePorts): BatchService {
  const { frontier } = ports
  const statusWithPace = makeStatusWithPace(frontier, ports.pace)
  const ifKnown = async <T>(named: OwnedBatchId, ask: (id: string, batch: Batch) => T | Promise<T>) => {
    const batch = await find(frontier, named)
    return batch && ask(named.id, batch)
  }
  return {
    submit: (...given) => submit(ports, ...given),
    open: (...given) => openBatch(ports, ...given),
    addLines: (named, piece) => ifKnown(named, (_, batch) => addLines(ports, batch, piece)),
    start: (named) => ifKnown(named, (_, batch) => startBatch(frontier, batch)),
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

/** Returns the batch when it exists and the caller may see it. */
async function find(frontier: Pick<Frontier, 'batch'>, { id, owner }: OwnedBatchId): Promise<Batch | null> {
  const batch = ID.test(id) ? await frontier.batch(id) : null
  return batch !== null && (batch.owner === null || batch.owner === owner) ? batch : null
}

async function report(
  { frontier, siteReports }: BatchServicePorts,
  named: OwnedBatchId,
  query: ReportQuery,
): Promise<string | null> {
  const { compare } = query
  if (compare !== null && (await find(frontier, { ...named, id: compare })) === null)
    throw new Failure('VALIDATION_ERROR', 'There is no batch to compare with', { details: { compare } })
  return siteReports.report(named, query)
}
