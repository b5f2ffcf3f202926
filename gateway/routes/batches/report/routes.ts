import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { Batches, OwnedBatchId } from '#shared/ports/batches.ts'
import type { CallState } from '../../../middleware/call-state.ts'
import { disconnectSignal, sendStream } from '../../response/stream.ts'
import { parsePagesQuery, parseReportQuery } from '../queries.ts'
import { reportHtml } from './html.ts'
import { reportMarkdown } from './markdown.ts'
import { pagesCsv } from './pages-csv.ts'
import { HTML_POLICY } from './style.ts'

export interface ReportRoutesOptions {
  readonly batches: Pick<Batches, 'report' | 'pages'>
  readonly requireKey: Middleware<CallState>
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal
  /** The batch that a call names. */
  batchOf(context: Context): OwnedBatchId
}

const JSON_TYPE = 'application/json'
const NDJSON = 'application/x-ndjson'

/** The texts that a report can have, by media type. The first one is the default. */
const reportTexts: Readonly<Record<string, (json: string) => string>> = {
  [JSON_TYPE]: (json) => json,
  'text/html': (json) => reportHtml(JSON.parse(json) as SiteReport),
  'text/markdown': (json) => reportMarkdown(JSON.parse(json) as SiteReport),
}

type PagesText = (rows: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
const pagesTexts: Readonly<Record<string, PagesText>> = {
  [NDJSON]: (rows) => rows,
  'text/csv': pagesCsv,
}

/** Routes of reports on sites: `infra/docs/contract.md#site-report`. */
export function reportRoutes(router: Router<CallState>, options: ReportRoutesOptions): void {
  const { requireKey } = options
  router.get('/batches/:id/report', requireKey, (context) => sendReport(context, options))
  router.get('/batches/:id/pages', requireKey, (context) => sendPages(context, options))
}

async function sendReport(
  context: Context,
  { batches, closing, batchOf }: ReportRoutesOptions,
): Promise<void> {
  const { compare } = parseReportQuery(context.querystring)
  const signal = AbortSignal.any([disconnectSignal(context), closing])
  const json = orNotFound(await batches.report(batchOf(context), { compare, signal }))
  const type = chosenType(context, reportTexts)
  if (type === 'text/html') {
    context.set({ 'Content-Security-Policy': HTML_POLICY, 'X-Frame-Options': 'DENY' })
  }
  context.type = type
  context.body = reportTexts[type]?.(json)
}

async function sendPages(
  context: Context,
  { batches, closing, batchOf }: ReportRoutesOptions,
): Promise<void> {
  const query = parsePagesQuery(context.querystring)
  const signal = AbortSignal.any([disconnectSignal(context), closing])
  const rows = orNotFound(await batches.pages(batchOf(context), { ...query, signal }))
  const type = chosenType(context, pagesTexts)
  sendStream(context, type, (pagesTexts[type] as PagesText)(rows))
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
