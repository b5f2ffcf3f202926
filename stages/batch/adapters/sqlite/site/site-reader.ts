import type { DatabaseSync } from 'node:sqlite'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { siteRuleIds } from '#shared/operations/rule-ids.ts'
import type { PageSelection } from '#shared/ports/batches.ts'
import { siteState } from '../../../site/finish/site-store.ts'
import { changesSince } from '../../../site/report/changes.ts'
import { type ChosenRows, choosePages, type FindingPages } from '../../../site/report/chosen-pages.ts'
import { PageRows } from '../../../site/report/page-rows.ts'
import { siteFindingPages } from '../../../site/report/site-finding-pages.ts'
import { siteReportOf } from '../../../site/report/site-report.ts'
import { urlOf } from '../../../site/rules/addresses.ts'
import { batchOf } from '../statements/batches.ts'
import { loadRules, pageFindingPages } from './load/load-rules.ts'
import { type LoadedSite, loadSite } from './load/load-site.ts'
import { findSiteBatch, type SiteBatch } from './site-batches.ts'

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
  /** Number of the batch in the file. */
  readonly num: number
}

/** Chosen rows, with the version of their site. */
export interface VersionedRows extends ChosenRows {
  readonly version: string
}

/** All pages by their numbers. */
export const allPages: PageSelection = {
  ...{ rule: null, statuses: [], indexable: null, minOverall: null, maxOverall: null },
  sort: { column: 'n', isDescending: false },
}

/** A batch to compare with, and the reader of its file: that of the report, or another one. */
export interface ComparedBatch {
  readonly reader: SiteReader
  readonly id: string
}

/** Reads what is known of sites for reports, and changes nothing. */
export class SiteReader {
  readonly #db: DatabaseSync
  readonly #find: (id: string) => SiteBatch | null
  #last: SiteSnapshot | null = null
  #lastChosen: { readonly key: string; readonly rows: VersionedRows } | null = null

  /** The reader closes the database, which has the tables of a frontier. */
  constructor(db: DatabaseSync) {
    this.#db = db
    this.#db.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    this.#find = findSiteBatch(this.#db)
  }

  /**
   * The report on a batch, with what changed since the batch `compare`; null when one of them does not exist. `examples`: as in
   * the `ReportQuery` of the port; null = absent there.
   */
  report(id: string, compare: ComparedBatch | null, examples: number | null = null): SiteReport | null {
    return this.#consistently(() => {
      const row = this.#find(id)
      if (row === null || compare === null) return row && this.#reportOf(row, examples)
      const { reader } = compare
      return reader.#consistently(() => {
        const before = reader.#find(compare.id)
        if (before === null) return null
        const report = this.#reportOf(row, examples)
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

  /** The chosen rows of a batch, of the version `version` if possible as in `snapshot`. Null when the batch does not exist. */
  choose(id: string, version: string | null, selection: PageSelection): VersionedRows | null {
    const snapshot = this.snapshot(id, version)
    if (snapshot === null) return null
    const key = JSON.stringify([snapshot.version, selection])
    if (this.#lastChosen?.key !== key) this.#lastChosen = { key, rows: this.#chosenOf(snapshot, selection) }
    return this.#lastChosen.rows
  }

  /** Frees the memory of the last site. */
  forget(): void {
    this.#last = null
    this.#lastChosen = null
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
      this.forget() // Two sites at a time would take twice the memory.
      const site = this.#load(row)
      this.#last = { version, site, rows: new PageRows(site), num: row.num }
    }
    return this.#last as SiteSnapshot
  }

  #chosenOf({ version, site, rows, num }: SiteSnapshot, selection: PageSelection): VersionedRows {
    const { rule } = selection
    const finding = rule === null ? null : this.#findingOf(rule, site, num)
    const chosen = choosePages(rows, selection, (at) => finding === null || finding.isFound(at))
    return { version, rows, chosen, finding }
  }

  #findingOf(rule: string, site: LoadedSite, num: number): FindingPages {
    if (siteRuleIds.has(rule)) return siteFindingPages(site, rule)
    return pageFindingPages(this.#db, num, rule, site.results)
  }

  #load(row: SiteBatch): LoadedSite {
    const isCrawl = batchOf(row).crawl !== null
    const hasReadSitemaps = siteState.hasSitemaps(row.site_state)
    return loadSite(this.#db, { batch: row.num, isCrawl, hasReadSitemaps })
  }

  #reportOf(row: SiteBatch, examples: number | null): SiteReport {
    const { site } = this.#snapshotOf(row)
    const { id, operation, state, crawl, createdAt } = batchOf(row)
    return siteReportOf(site, {
      audits: site.audits,
      rules: loadRules(this.#db, row, site.audits, examples === null ? null : { most: examples, site }),
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
export function versionOf({
  num,
  lines,
  scouts,
  scouts_waiting,
  scouts_running,
  site_state,
}: Pick<SiteBatch, 'num' | 'lines' | 'scouts' | 'scouts_waiting' | 'scouts_running' | 'site_state'>): string {
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
