import { Failure } from '#shared/errors.ts'
import type { BatchListing, BatchPage, OwnedBatchId, ReportQuery } from '#shared/ports/batches.ts'
import type { BatchService } from '../../batch-service.ts'

/** The batches of the former frontier, the one in one file from before there were shards. It gets no new ones. */
export type FormerBatches = Omit<BatchService, 'submit'>

/** Places in lists are below this one in one file, where they are counted, and above it in shards, which take them from the clock. */
const FIRST_IN_SHARDS = 2 ** 40

/**
 * Adds the batches of the former frontier to those in shards. `former` returns null where there is none. A call about a batch
 * that is in shards, and a page of the list that they fill, do not need the former one; other calls reject with
 * `SERVICE_UNAVAILABLE` while it cannot be reached.
 */
export function withFormer(inShards: BatchService, former: () => FormerBatches | null): BatchService {
  async function first<T>(ask: (batches: FormerBatches) => Promise<T | null>): Promise<T | null> {
    const found = await ask(inShards)
    if (found !== null) return found
    const other = former()
    return other && ask(other)
  }

  return {
    submit: (...given) => inShards.submit(...given),
    status: (...asked) => first((batches) => batches.status(...asked)),
    list: (listing) => listAll(inShards, former, listing),
    pause: (named) => first((batches) => batches.pause(named)),
    resume: (named) => first((batches) => batches.resume(named)),
    cancel: (named) => first((batches) => batches.cancel(named)),
    results: (...asked) => first((batches) => batches.results(...asked)),
    pages: (...asked) => first((batches) => batches.pages(...asked)),
    async report(named, query) {
      await assertComparable(inShards, former, named, query)
      return first((batches) => batches.report(named, query))
    },
  }
}

/** First those in shards, which are newer, then the others. Cursors tell which. */
async function listAll(
  inShards: FormerBatches,
  former: () => FormerBatches | null,
  listing: BatchListing,
): Promise<BatchPage> {
  const isFirst = listing.after === null || listing.after > FIRST_IN_SHARDS
  const newer = isFirst ? await inShards.list(listing) : { batches: [], next: null }
  const older = newer.next === null ? former() : null
  if (older === null) return newer
  const room = listing.limit - newer.batches.length
  // The part that has the former one may answer with both.
  const after = isFirst ? FIRST_IN_SHARDS : listing.after
  const page = await older.list({ ...listing, after, limit: Math.max(1, room) })
  if (room > 0) return { batches: [...newer.batches, ...page.batches], next: page.next }
  return { ...newer, next: page.batches.length > 0 ? FIRST_IN_SHARDS : null }
}

/** A report is made in one place from the pages of both batches. */
async function assertComparable(
  inShards: FormerBatches,
  former: () => FormerBatches | null,
  named: OwnedBatchId,
  { compare }: ReportQuery,
): Promise<void> {
  if (compare === null) return
  const other = { ...named, id: compare }
  const [one, two] = await Promise.all([inShards.status(named), inShards.status(other)])
  if ((one === null) === (two === null)) return
  const older = await former()?.status(one === null ? named : other)
  if (older)
    throw new Failure(
      'VALIDATION_ERROR',
      'These batches cannot be compared: one of them is from before the frontier was in shards',
      { details: { compare } },
    )
}
