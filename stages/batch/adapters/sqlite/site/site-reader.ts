import { DatabaseSync } from 'node:sqlite'
import type { SitePageRow, SiteReport } from '#shared/operations/results/site-report.ts'
import { changesSince } from '../../../site/report/changes.ts'
import { PageRows } from '../../../site/report/page-rows.ts'
import { siteReportOf } from '../../../site/report/site-report.ts'
import { urlOf } from '../../../site/rules/addresses.ts'
import { batchOf } from '../statements/batches.ts'
import { loadRules } from './load/load-rules.ts'
import { type LoadedSite, loadSite } from './load/load-site.ts'
import { findSiteBatch, type SiteBatch } from './site-batches.ts'
import { siteState } from './site-state.ts'

/** Start pages that a report names. */
const MAX_SEEDS = 100
/** Pages of the file that the connection keeps in memory, in KiB. */
const CACHE_KIB = 4096

/** A site as it was when it was loaded. */
export interface SiteSnapshot {
  /** Batch and state: the same for what has not changed since. */
  readonly version: string
  readonly site: LoadedSite
  readonly rows: PageRows
}

/** A batch to compare with, and the reader of its file: that of the report, or another one. */
export interface ComparedBatch {
  readonly reader: SiteReader
  readonly id: string
}

/** Reads the file of a frontier or of a shard for reports, without a way to change it. */
export class SiteReader {
  readonly #db: DatabaseSync
  readonly #find: (id: string) => SiteBatch | null
  #last: SiteSnapshot | null = null

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true })
    this.#db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    this.#find = findSiteBatch(this.#db)
  }

  /** The report on a batch, with what changed since the batch `compare`; null when one of them does not exist. */
  report(id: string, compare: ComparedBatch | null): SiteReport | null {
    return this.#consistently(() => {
      const row = this.#find(id)
      if (row === null || compare === null) return row && this.#reportOf(row)
      const { reader } = compare
      return reader.#consistently(() => {
        const before = reader.#find(compare.id)
        if (before === null) return null
        const report = this.#reportOf(row)
        const { site } = this.#snapshotOf(row)
        return { ...report, changes: changesSince(site, reader.#load(before), before.id) }
      })
    })
  }

  /**
   * The site of a batch: the last one that was loaded if it has the version `version` or is not out of date. Null when the
   * batch does not exist.
   */
  snapshot(id: string, version: string | null): SiteSnapshot | null {
    if (this.#last !== null && this.#last.version === version) return this.#last
    return this.#consistently(() => {
      const row = this.#find(id)
      return row && this.#snapshotOf(row)
    })
  }

  /** Frees the memory of the last site. */
  forget(): void {
    this.#last = null
  }

  close(): void {
    this.#db.close()
  }

  /** Everything that `work` reads is of one moment. */
  #consistently<T>(work: () => T): T {
    if (this.#db.isTransaction) return work()
    this.#db.exec('BEGIN')
    try {
      return work()
    } finally {
      this.#db.exec('COMMIT')
    }
  }

  #snapshotOf(row: SiteBatch): SiteSnapshot {
    const version = versionOf(row)
    if (this.#last?.version !== version) {
      this.#last = null // Two sites at a time would take twice the memory.
      const site = this.#load(row)
      this.#last = { version, site, rows: new PageRows(site) }
    }
    return this.#last
  }

  #load(row: SiteBatch): LoadedSite {
    const isCrawl = batchOf(row).crawl !== null
    const hasReadSitemaps = siteState.hasSitemaps(row.site_state)
    return loadSite(this.#db, { batch: row.num, isCrawl, hasReadSitemaps })
  }

  #reportOf(row: SiteBatch): SiteReport {
    const { site } = this.#snapshotOf(row)
    const { id, operation, state, crawl, createdAt } = batchOf(row)
    return siteReportOf(site, {
      audits: site.audits,
      rules: loadRules(this.#db, row.num, site.audits),
      complete: row.has_all === 1 && (crawl === null || siteState.isComplete(row.site_state)),
      batch: {
        ...{ id, operation, state },
        created_at: new Date(createdAt).toISOString(),
        finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
        seeds: seedsOf(site),
      },
    })
  }
}

/** Every result, and every page that was read for its links, makes another one. */
function versionOf({ num, lines, scouts, scouts_waiting, scouts_running, site_state }: SiteBatch): string {
  return [num, lines, scouts - scouts_waiting - scouts_running, site_state].join(' ')
}

/** Start pages of a crawl, or URLs of a list, in order. */
function seedsOf(site: LoadedSite): string[] {
  const seeds: string[] = []
  const { isSeed, count } = site.addresses
  for (let address = 0; address < count && seeds.length < MAX_SEEDS; address++)
    if (isSeed[address] === 1) seeds.push(urlOf(site, address))
  return seeds
}

/** At most `limit` rows with numbers above `after`, in order. */
export function rowsAfter(rows: PageRows, after: number, limit: number): SitePageRow[] {
  const from = rows.placeAfter(after)
  return Array.from({ length: Math.min(limit, rows.count - from) }, (_, index) => rows.row(from + index))
}
