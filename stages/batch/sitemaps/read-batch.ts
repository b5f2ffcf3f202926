import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { SitemapPage } from '#shared/ports/lookups.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { Batch, Frontier, NewItem } from '../frontier.ts'
import { type EntryItems, entryItems } from './entry-items.ts'
import { type QueuedSitemap, SitemapQueue } from './queue.ts'
import { type FilePorts, readFile, type TakePart } from './read-file.ts'
import { Rejections } from './rejections.ts'

export interface ReadPorts extends FilePorts {
  readonly frontier: Pick<Frontier, 'add' | 'exhausted' | 'status'>
  /** Counts what entries take of their key's daily number. */
  readonly store: Pick<KeyValues, 'increment'>
}

/** What is known of the sitemaps of one batch while they are read. */
interface Reading {
  readonly batch: Batch
  readonly queue: SitemapQueue
  readonly rejections: Rejections
}

/**
 * Adds the entries of a batch's sitemaps, of indexes those of the sitemaps that they name, and tells the frontier that it
 * is exhausted. To read them again changes nothing: known entries are left out. Rejects when the signal is aborted.
 */
export async function readBatch(ports: ReadPorts, batch: Batch): Promise<void> {
  const reading = { batch, queue: new SitemapQueue(batch.sitemaps), rejections: new Rejections() }
  for (let file = reading.queue.next(); file !== null; file = reading.queue.next()) {
    if (await wantsNoMore(ports, batch)) break
    await readOne(ports, reading, file)
  }
  const { rejections } = reading
  await insisting(ports, () => ports.frontier.exhausted(batch.id, rejections.lines(), rejections.more()))
}

const MINUTE_MS = 60_000

async function wantsNoMore(ports: ReadPorts, { id, crawl, createdAt }: Batch): Promise<boolean> {
  const status = await insisting(ports, () => ports.frontier.status(id))
  if (status === null || status.state === 'cancelled' || status.state === 'finished') return true
  if (crawl === null) return false
  const isLate = crawl.maxMinutes !== null && Date.now() >= createdAt + crawl.maxMinutes * MINUTE_MS
  return isLate || status.counts.accepted >= crawl.maxPages
}

/** What was wrong in the file counts once, however often it was tried. */
async function readOne(ports: ReadPorts, reading: Reading, file: QueuedSitemap): Promise<void> {
  let rejections = new Rejections()
  const reason = await readFile(ports, file.url, () => {
    rejections = new Rejections()
    return taker(ports, { ...reading, rejections }, file)
  })
  reading.rejections.addAll(rejections)
  if (reason !== null) reading.rejections.add(`the sitemap ${file.url} ${reason}`)
}

function taker(ports: ReadPorts, reading: Reading, file: QueuedSitemap): TakePart {
  const { batch, rejections, queue } = reading
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
      return accepted(itemsOf(loc), reject)
    })
    if (items.length > 0 && !(await add(ports, batch, items))) reject(SPENT)
  }
}

const SPENT = "and those read with it: the key's daily limit for batch items is spent"

/**
 * Answers false when what is left of the day does not suffice: then none of these is added. What the batch had already costs
 * nothing. A crawl's pages were all counted before it began.
 */
async function add(ports: ReadPorts, batch: Batch, items: readonly NewItem[]): Promise<boolean> {
  const { frontier, store } = ports
  const quota = batch.crawl === null ? batch.quota : undefined
  if (quota === undefined) return frontier.add(batch.id, items).then(() => true)
  const pages = items.filter(({ role }) => role === 'page').length
  const { isGranted } = await insisting(ports, () => consumeItems(store, quota, pages))
  if (!isGranted) return false
  const taken = await insisting(ports, () => frontier.add(batch.id, items))
  const known = items.filter(({ role }, at) => role === 'page' && taken[at] === false).length
  if (known > 0) await insisting(ports, () => consumeItems(store, quota, -known))
  return true
}

function accepted(made: ReturnType<EntryItems>, reject: (reason: string) => void) {
  if ('items' in made) return made.items
  reject(made.reason)
  return []
}

/** While the disk is full, work on the frontier is tried again. */
function insisting<T>({ signal }: ReadPorts, work: () => Promise<T>): Promise<T> {
  return retryWhileUnavailable(work, { signal })
}
