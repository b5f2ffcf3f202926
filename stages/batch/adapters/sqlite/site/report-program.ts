import { type SiteFigures, siteFiguresOf } from '#shared/messages/events/site-report.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { PageSelection } from '#shared/ports/batches.ts'
import { type SiteTargets, siteTargets } from '../../../site/finish/targets.ts'
import { type RowLines, rowLines } from '../../../site/report/chosen-pages.ts'
import { allPages, type SiteReader } from './site-reader.ts'

/** A batch, and where it is stored: the path of the frontier's file, or the URL of its database. */
export interface StoredSite {
  readonly source: string
  readonly id: string
}

/** Readers of what is known of sites. */
export interface SiteReaders {
  /** A reader that has the batch as it is now, or as it was in `version`; null when there is no such batch. */
  of(site: StoredSite, version?: string | null): SiteReader | null | Promise<SiteReader | null>
  /** The same with what sitemaps list and links answer as it is now: that makes no new version. */
  fresh(site: StoredSite): SiteReader | null | Promise<SiteReader | null>
  /** Does work with a reader that has another batch, besides that of `of`. */
  with<T>(site: StoredSite, work: (reader: SiteReader) => T): T | null | Promise<T | null>
}

export interface ReportQuery extends StoredSite {
  /** The earlier batch to compare with; null = none. */
  readonly compare: string | null
  /** As in the `ReportQuery` of the port; null = absent there. */
  readonly examples: number | null
}

/** Which rows are wanted: those behind the one with the number `after`, at most `limit`. */
export interface RowsQuery extends StoredSite {
  /** Null = all, by their numbers. */
  readonly selection: PageSelection | null
  readonly after: number
  readonly limit: number
  /** Of the rows before; null = the first ones. Rows of one version are of one moment. */
  readonly version: string | null
}

export interface TargetsQuery extends StoredSite {
  readonly limit: number
}

/** How many findings came and went since the earlier batch. */
export interface ChangeCounts {
  readonly found: number
  readonly fixed: number
}

export interface Rows extends RowLines {
  readonly version: string
}

/** What the thread that makes reports does, from the sites that the readers have. */
export type ReportProgram = ReturnType<typeof makeReportProgram>

/** Makes the program. Its functions return null when one of the batches does not exist. */
export function makeReportProgram(sites: SiteReaders) {
  async function makeReport({ source, id, compare, examples }: ReportQuery): Promise<SiteReport | null> {
    const reader = await sites.of({ source, id })
    if (reader === null) return null
    if (compare === null) return reader.report(id, null, examples)
    const before = { source, id: compare }
    return sites.with(before, (other) => reader.report(id, { reader: other, id: compare }, examples))
  }

  return {
    /** The JSON text of the report. */
    async report(query: ReportQuery): Promise<string | null> {
      const made = await makeReport(query)
      return made && JSON.stringify(made)
    },

    async pages({ after, limit, version, selection, ...site }: RowsQuery): Promise<Rows | null> {
      const reader = await sites.of(site, version)
      const found = reader?.choose(site.id, version, selection ?? allPages) ?? null
      return found && { ...rowLines(found, after, limit), version: found.version }
    },

    /** At most `limit` URLs, after all that was stored so far. */
    async targets({ limit, ...site }: TargetsQuery): Promise<SiteTargets | null> {
      const reader = await sites.fresh(site)
      const snapshot = reader?.snapshot(site.id, null) ?? null
      return snapshot && siteTargets(snapshot.site, limit)
    },

    async figures(site: StoredSite): Promise<SiteFigures | null> {
      const made = await makeReport({ ...site, compare: null, examples: null })
      return made && siteFiguresOf(made)
    },

    async changes(query: StoredSite & { readonly compare: string }): Promise<ChangeCounts | null> {
      const { changes } = (await makeReport({ ...query, examples: null })) ?? {}
      return changes === undefined ? null : { found: changes.new_total, fixed: changes.fixed_total }
    },
  }
}
