import type { RecordedItem } from '#shared/store/batch-items.ts'
import { countStart, finishWhenDone } from '../../../frontier/decisions/batch-counts.ts'
import { type CompletionWrite, completeItem } from '../../../frontier/decisions/complete-item.ts'
import { type FailedRule, gatherSite, type SiteTables } from '../../../frontier/decisions/gather-site.ts'
import { type Batch, inspectionId } from '../../../frontier/frontier.ts'
import type { BatchRow, ChangedBatch } from '../batches/batch-rows.ts'
import type { AddedRow, BatchItems } from '../queues/add-items.ts'
import { findPages, type SiteRows } from '../site/site-rows.ts'
import { type CrawlChanges, makeCrawlTables } from './crawl/crawl-tables.ts'
import { LoadedCrawl, type Misses, MissingRows } from './crawl/load-crawl.ts'
import type { PreparedEnding, PreparedEndings } from './prepared-endings.ts'

/** What endings change of a batch. */
export interface BatchChanges extends ChangedBatch, BatchItems {
  /** The number of the first new result line. */
  readonly firstLine: number
  readonly lines: readonly Buffer[]
  readonly crawl: CrawlChanges
  readonly site: SiteRows
  readonly ended: readonly RecordedItem[]
}

/** Endings of one batch whose items were removed. */
export interface BatchEndings {
  /** As it was locked. */
  readonly row: BatchRow
  readonly batch: Batch
  readonly endings: readonly (PreparedEnding & { readonly isInFlight: boolean; readonly lease: number })[]
  /** Null outside of crawls. */
  readonly loaded: LoadedCrawl | null
  readonly pages: StoredPages
  readonly prepared: PreparedEndings
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Decides what endings change of their batch, by the code that all frontiers share. Rows that were not loaded are told instead. */
export function decideBatch(batch: BatchEndings): BatchChanges | Misses {
  const row = { ...batch.row }
  const crawl = makeCrawlTables({
    loaded: batch.loaded ?? new LoadedCrawl(),
    row,
    keysOf: batch.prepared.familyKeysOf,
    parametersId: (json) => batch.prepared.parameters.of(row.num, json),
  })
  const site = makeSiteMemory(batch.pages)
  const lines: Buffer[] = []
  const items: AddedRow[] = []
  const write: Omit<CompletionWrite, 'batch' | 'discover' | 'gather'> = {
    ...{ tables: crawl.tables, row, keysOf: batch.prepared.keysOf, parameters: new Map() },
    addItem(item) {
      row.seq += 1
      items.push({ seq: row.seq, item })
    },
    addLine: (line) => void lines.push(Buffer.from(line)),
  }
  const ended: RecordedItem[] = []
  try {
    for (const ending of batch.endings) {
      const lines = row.lines
      endOne(write, row, ending, site)
      const line = row.lines > lines ? { line: row.lines } : {}
      ended.push({ id: inspectionId(batch.batch.id, ending.ended.item.seq), lease: ending.lease, ...line })
    }
  } catch (err) {
    if (!(err instanceof MissingRows)) throw err
  }
  if (!crawl.misses.isEmpty()) return crawl.misses
  return {
    ...{ row, num: row.num, batch: batch.batch, lines, items, hasFinished: finishWhenDone(row, batch.now) },
    firstLine: batch.row.lines + 1,
    bytes: lines.reduce((sum, { length }) => sum + length, 0),
    crawl: crawl.changes(),
    site: site.rows(),
    ended,
  }
}

function endOne(
  write: Omit<CompletionWrite, 'batch' | 'discover' | 'gather'>,
  row: BatchRow,
  { of, ended, discovery, findings, isInFlight }: BatchEndings['endings'][number],
  site: ReturnType<typeof makeSiteMemory>,
): void {
  // What waited when the batch was cancelled, or when its time was over, does not count any more.
  if (row.finished_at !== null || (!isInFlight && row.is_dropped === 1)) return
  const { item } = ended
  // It was dispatched all the same: a crash of the database loses the last dispatches.
  countStart(row, item.role)
  completeItem(
    {
      ...{ ...write, batch: of.batch },
      gather: (_, n) => gatherSite(site.tables, { num: row.num, item, n, findings }, site.addRule),
      discover: () => discovery ?? { items: [], done: [] },
    },
    ended,
  )
}

/** Items whose pages are stored, by batch and URL. */
export type StoredPages = ReadonlyMap<string, number>

const pageKey = (batch: number, url: number) => `${batch} ${url}`

/** Reads of which items the pages at these URLs are. */
export async function loadPages(...asked: Parameters<typeof findPages>): Promise<StoredPages> {
  const rows = await findPages(...asked)
  return new Map(rows.map(({ batch, url, seq }) => [pageKey(batch, url), seq]))
}

/** Rows of sites in memory. */
interface SiteMemory {
  readonly tables: SiteTables
  addRule(failed: FailedRule): void
  rows(): SiteRows
}

/** Makes the tables about sites of one run of decisions, over the pages that are stored. */
function makeSiteMemory(stored: StoredPages): SiteMemory {
  const results: SiteRows['results'][number][] = []
  const found: SiteRows['found'][number][] = []
  const rules: FailedRule[] = []
  const pages = new Map<string, SiteRows['pages'][number]>()
  const seqOf = (batch: number, url: number) => {
    const key = pageKey(batch, url)
    return Math.min(
      pages.get(key)?.seq ?? Number.POSITIVE_INFINITY,
      stored.get(key) ?? Number.POSITIVE_INFINITY,
    )
  }
  return {
    tables: {
      hasPage: (batch, url, seq) => seqOf(batch, url) <= seq,
      insertPage(batch, url, seq, page) {
        if (seq < seqOf(batch, url)) pages.set(pageKey(batch, url), { batch, url, seq, page })
      },
      insertResult: (batch, n, record) => void results.push({ batch, n, record }),
      insertFound: (batch, n, record) => void found.push({ batch, n, record }),
    },
    addRule: (failed) => void rules.push(failed),
    rows: () => ({ results, found, rules, pages: [...pages.values()] }),
  }
}
