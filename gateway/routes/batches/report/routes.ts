import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { type Batches, MOST_EXAMPLES, type OwnedBatchId } from '#shared/ports/batches.ts'
import type { CallState } from '../../../middleware/call-state.ts'
import { disconnectSignal, sendStream } from '../../response/stream.ts'
import { parsePagesQuery, parseReportQuery } from '../queries.ts'
import { reportHtmlInTurns } from './html.ts'
import { reportMarkdown } from './markdown.ts'
import { pagesCsv } from './pages-csv.ts'
import { type PdfOptions, printReport } from './pdf.ts'
import { withSeverities } from './severities.ts'
import { HTML_POLICY } from './style.ts'
import { type SiteHistory, scoreHistory } from './words/score-history.ts'
import type { ReportAbout, ScoredCrawl } from './words.ts'

export interface ReportRoutesOptions extends PdfOptions {
  readonly batches: Pick<Batches, 'report' | 'pages'>
  readonly requireKey: Middleware<CallState>
  /** URL of the service for links in reports, without a trailing slash. */
  readonly publicUrl: string
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal
  readonly siteHistory: SiteHistory
  /** The batch that a call names. */
  batchOf(context: Context): OwnedBatchId
}

const JSON_TYPE = 'application/json'
const NDJSON = 'application/x-ndjson'
const PDF = 'application/pdf'

type ReportText = (report: SiteReport, about: ReportAbout) => string | Promise<string>

/** The texts that a report can have, by media type. The first one is the default. */
const reportTexts: Readonly<Record<string, ReportText>> = {
  [JSON_TYPE]: (report) => JSON.stringify(report),
  'text/html': reportHtmlInTurns,
  'text/markdown': reportMarkdown,
  // The text that is printed.
  [PDF]: reportHtmlInTurns,
}

/** The types with room for more pages of a finding than the JSON names. */
const hasAnnexes: ReadonlySet<string> = new Set(['text/html', PDF])

type PagesText = (rows: AsyncIterable<Uint8Array>, hasFound: boolean) => AsyncIterable<Uint8Array>
const pagesTexts: Readonly<Record<string, PagesText>> = {
  [NDJSON]: (rows) => rows,
  'text/csv': pagesCsv,
}

/** Routes of reports on sites: `infra/docs/batches.md#site-report`. */
export function reportRoutes(router: Router<CallState>, options: ReportRoutesOptions): void {
  const { requireKey } = options
  router.get('/batches/:id/report', requireKey, (context) => sendReport(context, options))
  router.get('/batches/:id/pages', requireKey, (context) => sendPages(context, options))
}

async function sendReport(context: Context, options: ReportRoutesOptions): Promise<void> {
  const { batches, closing, publicUrl, siteHistory, batchOf } = options
  const { compare, ...shown } = parseReportQuery(context.querystring)
  const signal = AbortSignal.any([disconnectSignal(context), closing])
  const type = chosenType(context, reportTexts)
  const more = hasAnnexes.has(type) && { examples: MOST_EXAMPLES }
  const json = orNotFound(await batches.report(batchOf(context), { compare, ...more, signal }))
  if (type === 'text/html') {
    context.set({ 'Content-Security-Policy': HTML_POLICY, 'X-Frame-Options': 'DENY' })
  }
  const text = await textOf(type, json, { publicUrl, ...shown }, (report) =>
    scoreHistory(siteHistory, batchOf(context).owner, report),
  )
  if (type === PDF) return sendPdf(context, await printReport(options, batchOf(context).owner, text, signal))
  context.type = type
  context.body = text
}

/** Answers with the PDF of a report. */
function sendPdf(context: Context, pdf: AsyncIterable<Uint8Array>): void {
  context.set('Content-Disposition', 'inline; filename="site-report.pdf"')
  sendStream(context, PDF, pdf)
}

/** The report as text of a type. Only what is for people has its course over earlier crawls. */
async function textOf(
  type: string,
  json: string,
  about: ReportAbout,
  historyOf: (report: SiteReport) => Promise<ScoredCrawl[]>,
): Promise<string> {
  const { severities } = about
  if (type === JSON_TYPE && severities === null) return json
  const report = JSON.parse(json) as SiteReport
  const shown = severities === null ? report : withSeverities(report, severities)
  const history = type === JSON_TYPE ? [] : await historyOf(report)
  return (reportTexts[type] as ReportText)(shown, { ...about, history })
}

async function sendPages(
  context: Context,
  { batches, closing, batchOf }: ReportRoutesOptions,
): Promise<void> {
  const query = parsePagesQuery(context.querystring)
  const signal = AbortSignal.any([disconnectSignal(context), closing])
  const rows = orNotFound(await batches.pages(batchOf(context), { ...query, signal }))
  const type = chosenType(context, pagesTexts)
  sendStream(context, type, (pagesTexts[type] as PagesText)(rows, query.selection.rule !== null))
}

/** The type that the caller prefers; the first one when it names none of them (RFC 9110, 12.4.1). */
function chosenType(context: Context, texts: Readonly<Record<string, unknown>>): string {
  const types = Object.keys(texts)
  context.vary('Accept')
  return context.accepts(types) || (types[0] as string)
}

function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Failure('NOT_FOUND', 'There is no such batch')
  return found
}
