import { type Finding, findingsOf } from '#shared/operations/results/site-findings.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { siteOrigin } from '../words/site-name.ts'
import type { HtmlAbout } from '../words.ts'
import { Room } from './room.ts'

/** What the parts of one document have in common. */
export interface ReportDocument {
  readonly report: SiteReport
  readonly about: HtmlAbout
  /** In the order of the chapters: the one at index 0 is chapter 1. */
  readonly findings: readonly Finding[]
  /** URLs of this origin are written without it; null = all are written whole. */
  readonly origin: string | null
  readonly room: Room
}

/** Begins a document. */
export function documentOf(report: SiteReport, about: HtmlAbout): ReportDocument {
  return { report, about, findings: findingsOf(report), origin: siteOrigin(report), room: new Room() }
}

/** The id of the chapter of a finding. */
export function chapterId(at: number): string {
  return `issue-${at + 1}`
}
