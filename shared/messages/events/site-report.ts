import { z } from 'zod'
import { type CloudEvent, SOURCE, toRecord } from '#shared/messages/events/cloud-event.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { eventType, hostKey, SITE_REPORT } from '#shared/messages/topics.ts'
import { siteReport } from '#shared/operations/results/site-report.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

const report = siteReport.shape
const issue = report.site_issues.element

/** The figures of a report, without texts of pages. */
const siteFigures = z.object({
  batch: report.batch.omit({ seeds: true }),
  seed: z.string().nullable().describe('The first start page of the crawl.'),
  complete: report.complete,
  pages: report.pages,
  score: z.number().nullable().describe('Of the site; null where no page was read that can be indexed.'),
  mean: z
    .number()
    .nullable()
    .describe(
      'Mean score of the pages that can be indexed; null without any, and unless the operation is seo-audit.',
    ),
  rules: z.int().min(0).describe('Rules about pages that failed on at least one.'),
  errors: z.int().min(0).describe('Rules of severity error that failed, about pages and about the site.'),
  site_issues: z.array(issue.pick({ id: true, severity: true, affected: true, items_total: true })),
})
export type SiteFigures = z.infer<typeof siteFigures>

/** Value of a `result.site-report` event. */
export const siteReportData = siteFigures.extend({
  url: z.string().describe('Where the report is, for a key of its owner.'),
})

/** The figures of a report. */
export function siteFiguresOf({
  batch,
  complete,
  pages,
  score,
  scores,
  rules,
  site_issues,
}: z.infer<typeof siteReport>): SiteFigures {
  const { seeds, ...about } = batch
  const issues = site_issues.map(({ id, severity, affected, items_total }) => ({
    id,
    severity,
    affected,
    items_total,
  }))
  const errors = [...rules, ...site_issues].filter(({ severity }) => severity === 'error').length
  return {
    ...{ batch: about, seed: seeds[0] ?? null, complete, pages, score: score?.overall ?? null },
    ...{ mean: scores?.mean ?? null, rules: rules.length, errors, site_issues: issues },
  }
}

export interface SiteReportAbout {
  /** Where the report is. */
  readonly url: string
  /** Null for batches without an owner. */
  readonly owner: string | null
  readonly figures: SiteFigures
  /** As that of an outcome. */
  readonly sequence: string
}

/** The record of a complete report. The same report makes the same event id, so that consumers can drop a repetition. */
export function siteReportRecord({ url, owner, figures, sequence }: SiteReportAbout): NewRecord {
  const { id } = figures.batch
  const key = hostKey(figures.seed)
  const event: CloudEvent = {
    id: `${id}:site-report`,
    source: SOURCE,
    type: eventType(SITE_REPORT),
    subject: id,
    key,
    attributes: {
      time: new Date().toISOString(),
      partitionkey: key,
      operation: figures.batch.operation,
      lane: 'batch',
      sequence,
      ...(owner !== null && { tenant: tenantIdOf(owner) }),
    },
    json: JSON.stringify({ url, ...figures }),
  }
  return toRecord(SITE_REPORT, event)
}
