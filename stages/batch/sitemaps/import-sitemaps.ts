import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { SitemapPage } from '#shared/ports/lookups.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { Batch, Frontier, NewItem } from '../frontier/frontier.ts'
import { type EntryItems, entryItems } from './entry-items.ts'
import { type PartConsumer, readSitemap, type SitemapReadPorts } from './read-sitemap.ts'
import { RejectedEntries } from './rejected-entries.ts'
import { type QueuedSitemap, SitemapQueue } from './sitemap-queue.ts'

export interface ImportPorts extends SitemapReadPorts {
  readonly frontier: Pick<Frontier, 'add' | 'closeSources' | 'status'>
  /** Counts what entries take of their key's daily number. */
  readonly store: Pick<KeyValues, 'increment'>
}

/** What is known of the sitemaps of one batch while they are read. */
interface ImportState {
  readonly batch: Batch
  readonly queue: SitemapQueue
  readonly rejections: RejectedEntries
}

/**
 * Adds the entries of a batch's sitemaps, of indexes those of the sitemaps that they name, and tells the frontier that it
 * is exhausted. To read them again changes nothing: known entries are left out. Rejects when the signal is aborted.
 */
export async function importSitemaps(ports: ImportPorts, batch: Batch): Promise<void> {
  const state = { batch, queue: new SitemapQueue(batch.sitemaps), rejections: new RejectedEntries() }
  for (let file = state.queue.next(); file !== null; file = state.queue.next()) {
    if (await isComplete(ports, batch)) break
    await readOne(ports, state, file)
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

/** What was wrong in the file counts once, however often it was tried. */
async function readOne(ports: ImportPorts, state: ImportState, file: QueuedSitemap): Promise<void> {
  let rejections = new RejectedEntries()
  const reason = await readSitemap(ports, file.url, () => {
    rejections = new RejectedEntries()
    return makePartConsumer(ports, { ...state, rejections }, file)
  })
  state.rejections.addAll(rejections)
  if (reason !== null) state.rejections.add(`the sitemap ${file.url} ${reason}`)
}

function makePartConsumer(ports: ImportPorts, state: ImportState, file: QueuedSitemap): PartConsumer {
  const { batch, rejections, queue } = state
  const itemsOf = entryItems(batch, file.url)
  let entries = 0
  const reject = (reason: string) => rejections.add(`entry ${entries} of ${file.url}: ${reason}`)
  return async ({ pages, sitemaps }: SitemapPage) => {
    for (const url of sitemaps) {
      entries += 1
      const reason = queue.add(url, file.depth + 1)
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
 * Answers false when what is left of the day does not suffice: then none of these is added. What the batch had already costs
 * nothing. A crawl's pages were all counted before it began.
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

/** While the disk is full, work on the frontier is tried again. */
function retrying<T>({ signal }: ImportPorts, work: () => Promise<T>): Promise<T> {
  return retryWhileUnavailable(work, { signal })
}
