import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import { targetUrl } from '#shared/operations/fields.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { RejectedLine } from '#shared/ports/batches.ts'
import type { SitemapPage } from '#shared/ports/lookups.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import { lineItems } from '../crawl/crawl-items.ts'
import type { Batch, Frontier, NewItem } from '../frontier/frontier.ts'
import {
  type PartConsumer,
  type QueuedSitemap,
  readSitemap,
  SitemapQueue,
  type SitemapReadPorts,
} from './read-sitemap.ts'

export interface ImportPorts extends SitemapReadPorts {
  readonly frontier: Pick<Frontier, 'add' | 'closeSources' | 'status' | 'openBatches'>
  /** Counts entries against the daily quota of their key. */
  readonly store: Pick<KeyValues, 'increment'>
  readonly logger: Log
}

/**
 * Adds what the sitemaps of a batch list, then closes its sources: also those of a batch whose sitemaps break the reader, which would
 * stay open for ever. Never rejects; ends when the signal aborts.
 */
export async function importSitemaps(ports: ImportPorts, batch: Batch): Promise<void> {
  const { frontier, logger, signal } = ports
  const { id } = batch
  try {
    await readAll(ports, batch)
  } catch (err) {
    if (signal.aborted) return
    logger.error({ err, batch: id }, 'the sitemaps of a batch could not be read')
    const rejected = [{ line: 0, reason: 'the sitemaps could not be read to their end' }]
    const end = () => frontier.closeSources(id, rejected, 0)
    await retryWhileUnavailable(end, { signal }).catch((error) => {
      if (!signal.aborted) logger.error({ err: error, batch: id }, 'the batch stays open')
    })
  }
}

/** The progress of reading the sitemaps of one batch. */
interface ImportState {
  readonly batch: Batch
  readonly queue: SitemapQueue
  readonly rejections: RejectedEntries
}

/**
 * Adds the entries of a batch's sitemaps, and of the sitemaps that its indexes name, then closes the sources
 * in the frontier. Reading them again changes nothing: known entries are ignored. Rejects when the signal
 * aborts.
 */
async function readAll(ports: ImportPorts, batch: Batch): Promise<void> {
  const state = { batch, queue: new SitemapQueue(batch.sitemaps), rejections: new RejectedEntries() }
  for (const sitemap of state.queue) {
    if (await isComplete(ports, batch)) break
    await readOne(ports, state, sitemap)
  }
  const { rejections } = state
  await retrying(ports, () => ports.frontier.closeSources(batch.id, rejections.lines(), rejections.more()))
}

const MINUTE_MS = 60_000

async function isComplete(ports: ImportPorts, { id, crawl, createdAt }: Batch): Promise<boolean> {
  const status = await retrying(ports, () => ports.frontier.status(id))
  if (status === null || status.state === 'cancelled' || status.state === 'finished') return true
  if (crawl === null) return false
  const isLate = crawl.maxMinutes !== null && Date.now() >= createdAt + crawl.maxMinutes * MINUTE_MS
  return isLate || status.counts.accepted >= crawl.maxPages
}

/** Rejected entries of a file count once, however often the file is read. */
async function readOne(ports: ImportPorts, state: ImportState, sitemap: QueuedSitemap): Promise<void> {
  let rejections = new RejectedEntries()
  const reason = await readSitemap(ports, sitemap.url, () => {
    rejections = new RejectedEntries()
    return makePartConsumer(ports, { ...state, rejections }, sitemap)
  })
  state.rejections.addAll(rejections)
  if (reason !== null) state.rejections.add(`the sitemap ${sitemap.url} ${reason}`)
}

function makePartConsumer(ports: ImportPorts, state: ImportState, sitemap: QueuedSitemap): PartConsumer {
  const { batch, rejections, queue } = state
  const itemsOf = entryItems(batch, sitemap.url)
  let entries = 0
  const reject = (reason: string) => rejections.add(`entry ${entries} of ${sitemap.url}: ${reason}`)
  return async ({ pages, sitemaps }: SitemapPage) => {
    for (const url of sitemaps) {
      entries += 1
      const reason = queue.add(url, sitemap.depth + 1)
      if (reason !== null) reject(`the sitemap ${reason}`)
    }
    const items = pages.flatMap((loc) => {
      entries += 1
      return acceptedItems(itemsOf(loc), reject)
    })
    if (items.length > 0 && !(await add(ports, batch, items))) reject(QUOTA_SPENT)
  }
}

const QUOTA_SPENT = "and those read with it: the key's daily limit for batch items is spent"

/**
 * Adds items within the daily quota. Returns false, and adds none, when the rest of the quota does not
 * suffice. Known items cost nothing. The pages of a crawl were counted when it was created.
 */
async function add(ports: ImportPorts, batch: Batch, items: readonly NewItem[]): Promise<boolean> {
  const { frontier, store } = ports
  const quota = batch.crawl === null ? batch.quota : undefined
  if (quota === undefined) return frontier.add(batch.id, items).then(() => true)
  const pages = items.filter(({ role }) => role === 'page').length
  const { isGranted } = await retrying(ports, () => consumeItems(store, quota, pages))
  if (!isGranted) return false
  const taken = await retrying(ports, () => frontier.add(batch.id, items))
  const known = items.filter(({ role }, at) => role === 'page' && taken[at] === false).length
  if (known > 0) await retrying(ports, () => consumeItems(store, quota, -known))
  return true
}

function acceptedItems(made: ReturnType<EntryItems>, reject: (reason: string) => void) {
  if ('items' in made) return made.items
  reject(made.reason)
  return []
}

/** Retries work on the frontier while the disk is full. */
function retrying<T>({ signal }: ImportPorts, work: () => Promise<T>): Promise<T> {
  return retryWhileUnavailable(work, { signal })
}

/** Returns the items of a sitemap's entry, or the reason why it has none. */
type EntryItems = (loc: string) => { readonly items: readonly NewItem[] } | { readonly reason: string }

/**
 * Makes items of sitemap entries, with the parameters of the batch. The parameters are checked once, with
 * `sample` as the URL: checking them for each entry of a full sitemap would take seconds.
 */
function entryItems(batch: Batch, sample: string): EntryItems {
  const checked = checkParameters(batch.operation, { ...batch.parameters, url: sample }, true)
  return (loc) => {
    const { error, data: url } = targetUrl.safeParse(loc)
    if (error) return { reason: `url ${error.issues[0]?.message}` }
    if ('problems' in checked) return { reason: checked.problems.map(({ message }) => message).join('; ') }
    return { items: lineItems(batch, { ...checked.parameters, url }) }
  }
}

/** Stored reasons of rejected entries and sitemaps of one batch: as many as a batch reports. */
const MAX_REASONS = 100

/**
 * Sitemap entries are not lines of the body: they are reported with line 0, and the reason names the place.
 */
const LINE = 0

/**
 * The rejected entries of a batch's sitemaps. They are reported once all sitemaps are read, so that reading
 * again reports them once.
 */
class RejectedEntries {
  readonly #reasons: string[] = []
  #count = 0

  add(reason: string): void {
    this.#count += 1
    if (this.#reasons.length < MAX_REASONS) this.#reasons.push(reason)
  }

  addAll(others: RejectedEntries): void {
    for (const reason of others.#reasons) this.add(reason)
    this.#count += others.more()
  }

  /** The first rejected entries. */
  lines(): RejectedLine[] {
    return this.#reasons.map((reason) => ({ line: LINE, reason }))
  }

  /** The number of further rejected entries. */
  more(): number {
    return this.#count - this.#reasons.length
  }
}
