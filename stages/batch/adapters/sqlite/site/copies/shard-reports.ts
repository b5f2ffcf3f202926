import { unavailable } from '#shared/errors.ts'
import { homeOf } from '../../../../shards/placement.ts'
import type { OwnedSite } from '../../../../shards/site/owned-site.ts'
import type { ReportThread } from '../report-thread.ts'
import { type FileReports, fileReports, type SiteReports } from '../site-reports.ts'
import { type BatchFilesOptions, makeBatchFiles, type OpenBatches } from './batch-files.ts'
import { makeCopySender } from './send-copy.ts'

/**
 * Reports on batches in shards, all made in one thread. Any process can make them: at the home of a crawl its file is read, else
 * what its shards have is copied first. `targets` and `figures` are of crawls whose home this process owns. Methods reject with
 * `SERVICE_UNAVAILABLE` while a shard cannot be reached or is lost.
 */
export interface ShardReports extends Omit<SiteReports, 'stop'> {
  /** What a shard of this process has of a batch, as the bytes of a file for `copyFrom` at another process. */
  copy(shard: number, id: string, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** Makes the reports. The caller stops the thread. */
export function makeShardReports(options: BatchFilesOptions): ShardReports {
  const { thread, shards } = options
  const sendCopy = makeCopySender(options)

  function own(shard: number): OwnedSite {
    const found = options.owned().find((one) => one.shard === shard && !one.lost.aborted)
    if (found === undefined) throw unavailable('shard')
    return found
  }

  async function atHome<T>(
    id: string,
    signal: AbortSignal,
    ask: (reports: FileReports, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { path, lost } = own(homeOf(id, shards.count))
    try {
      return await ask(fileReports(thread, path), AbortSignal.any([signal, lost]))
    } catch (error) {
      throw lost.aborted ? unavailable('shard', error) : error
    }
  }

  return {
    ...fromFiles(thread, makeBatchFiles(options)),
    targets: (id, limit, signal) =>
      atHome(id, signal, (reports, either) => reports.targets(id, limit, either)),
    figures: (id, signal) => atHome(id, signal, (reports, either) => reports.figures(id, either)),
    async *copy(shard, id, signal) {
      yield* sendCopy(own(shard), id, signal)
    },
  }
}

/** What is asked at any process. */
function fromFiles(thread: ReportThread, open: OpenBatches): Pick<ShardReports, 'report' | 'pages'> {
  return {
    async report(batch, { compare, signal }) {
      const ids = compare === null ? [batch.id] : [batch.id, compare]
      const files = await open(ids, { owner: batch.owner, signal })
      try {
        const [path = '', other = ''] = files.paths
        const before = compare === null ? null : { path: other, id: compare }
        return await fileReports(thread, path).report(batch, before, files.signal)
      } catch (error) {
        throw files.failureOf(error)
      } finally {
        await files.close()
      }
    },
    async *pages(batch, query) {
      const files = await open([batch.id], { owner: batch.owner, signal: query.signal })
      try {
        const [path = ''] = files.paths
        yield* fileReports(thread, path).pages(batch, { ...query, signal: files.signal })
      } catch (error) {
        throw files.failureOf(error)
      } finally {
        await files.close()
      }
    },
  }
}
