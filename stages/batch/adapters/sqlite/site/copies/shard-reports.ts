import { unavailable } from '#shared/errors.ts'
import { homeOf } from '../../../../shards/placement.ts'
import type { OwnedSite } from '../../../../shards/site/owned-site.ts'
import type { ReportCaller, ReportThread } from '../report-thread.ts'
import { type FileReports, fileReports, SERVICE, type SiteReports } from '../site-reports.ts'
import {
  type BatchFilesOptions,
  makeBatchFiles,
  type OpenBatches,
  type OpenBatchFiles,
} from './batch-files.ts'
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
function fromFiles(
  thread: ReportThread,
  open: OpenBatches,
): Pick<ShardReports, 'report' | 'changes' | 'pages'> {
  return {
    report: (batch, { compare, signal, ...query }) =>
      withFiles(
        open,
        compare === null ? [batch.id] : [batch.id, compare],
        { owner: batch.owner, signal },
        ({ paths: [path = '', other = ''], signal: either }) => {
          const before = compare === null ? null : { path: other, id: compare }
          return fileReports(thread, path).report(batch, { ...query, compare: before, signal: either })
        },
      ),
    changes: (id, compare, signal) =>
      withFiles(
        open,
        [id, compare],
        { owner: SERVICE, signal },
        ({ paths: [path = '', other = ''], signal: either }) =>
          fileReports(thread, path).changes(id, { path: other, id: compare }, either),
      ),
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

async function withFiles<T>(
  open: OpenBatches,
  ids: readonly string[],
  caller: ReportCaller,
  ask: (files: OpenBatchFiles) => Promise<T>,
): Promise<T> {
  const files = await open(ids, caller)
  try {
    return await ask(files)
  } catch (error) {
    throw files.failureOf(error)
  } finally {
    await files.close()
  }
}
