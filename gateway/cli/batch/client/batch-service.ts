import { z } from 'zod'
import {
  type AddedLinesBody,
  addedLines,
  batch,
  batchHost,
  batchPace,
  batchWait,
} from '#shared/operations/results/batch.ts'
import { type CreatedShareBody, createdShare, shareEntry } from '#shared/operations/results/shares.ts'
import type { Branding } from '../commands/branding.ts'
import { ServiceError } from '../errors.ts'
import type { ApiRequest, HttpClient } from './http-client.ts'

// What the command line reads of the service's answers: no more, so that it goes with services of other versions.

const batchSummary = batch.pick({ id: true, state: true, counts: true, created_at: true, finished_at: true })
export type BatchSummary = Readonly<z.infer<typeof batchSummary>>

const batchPage = z.object({ batches: z.array(batchSummary), next: z.string().nullable() })
export type BatchPage = Readonly<z.infer<typeof batchPage>>

const batchStatus = batchSummary.extend({
  rejected: batch.shape.rejected,
  hosts: z.array(batchHost.pick({ host: true, waiting: true, running: true })).optional(),
  pace: batchPace.extend({ waits: z.array(batchWait.pick({ host: true, message: true })) }).optional(),
})
export type BatchStatus = Readonly<z.infer<typeof batchStatus>>

/** What became of the lines of a piece. */
export type AddedLines = Readonly<AddedLinesBody>

/** Parses a response; null when it is not the status of a batch. */
export const readStatus = (text: string): BatchStatus | null => read(batchStatus, text)

/** Parses a response; null when it is not a page of a list. */
const readPage = (text: string): BatchPage | null => read(batchPage, text)

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Number of results there are: each page that ended has one line. */
export function endedCount({ counts }: BatchStatus): number {
  return counts.done + counts.failed
}

/** Whether no more results come. A cancelled batch has more results until its running inspections have ended. */
export function hasEnded({ finished_at }: BatchStatus): boolean {
  return finished_at !== null
}

/** Number of rejected lines that are shown; the service reports the first 100. */
const MAX_SHOWN = 10

/** Describes the first rejected lines, a sentence each, and says how many more there are. */
export function describeRejections({ rejected, counts, id }: BatchStatus): string[] {
  if (counts.rejected === 0) return []
  const shown = rejected.slice(0, MAX_SHOWN)
  const more = counts.rejected - shown.length
  return [
    counts.rejected === 1 ? '1 was rejected:' : `${counts.rejected} were rejected:`,
    ...shown.map(({ line, reason }) => (line > 0 ? `  line ${line}: ${reason}` : `  ${reason}`)),
    ...(more > 0 ? [`  and ${more} more (npm run -s batch -- status ${id} --json shows the first 100)`] : []),
  ]
}

/** Media types of the formats of a report. */
const reportTypes = {
  html: 'text/html',
  pdf: 'application/pdf',
  json: 'application/json',
  markdown: 'text/markdown',
} as const
export type ReportFormat = keyof typeof reportTypes
export const reportFormats = Object.keys(reportTypes) as readonly ReportFormat[]

/** What is asked of a report; what is left out is not asked for. */
export interface ReportChoice extends Branding {
  /** An earlier batch to compare with. */
  readonly compare?: string
  /** Severities of the findings, separated by commas. */
  readonly severity?: string
}

/** What is asked of a share; what is left out is as the service has it. */
export interface ShareChoice extends Branding {
  readonly days?: number
  readonly compare?: string
}

const shareEntries = z.object({ shares: z.array(shareEntry.omit({ created_at: true })) })
type ShareEntry = Readonly<z.infer<typeof shareEntries>['shares'][number]>

/** A report on a large site takes its time, and so does its PDF. */
const REPORT_RESPONSE_MS = 240_000

/** The service answers a submission, and a piece of one, once all its lines are stored. */
const SUBMISSION_RESPONSE_MS = 600_000
const PIECE_RESPONSE_MS = 60_000

/**
 * Client of the routes `/batches` of a running service. Methods reject with a ServiceError, or with the reason of the
 * aborted signal.
 */
export interface BatchService {
  /** Opens a batch whose lines come in pieces; `query` holds the operation and its parameters. */
  open(query: Readonly<Record<string, string>>): Promise<BatchStatus>
  /** Adds lines (NDJSON) to an open batch, the first of which has the number `from`. Known lines are passed over. */
  addLines(id: string, from: number, body: Buffer): Promise<AddedLines>
  create(batch: Readonly<Record<string, unknown>>): Promise<BatchStatus>
  /** With the queue lengths of up to `hosts` hosts, where the service reports them. */
  status(id: string, hosts?: number): Promise<BatchStatus>
  /** A `state` of null selects all states; `after` is the `next` of the previous page. */
  page(filter: { readonly state: string | null; readonly after: string | null }): Promise<BatchPage>
  change(id: string, action: 'start' | 'pause' | 'resume' | 'cancel'): Promise<BatchStatus>
  /** NDJSON lines with a number above `after`; with `isFollowing` the stream stays open until the batch has ended. */
  results(id: string, after: number, isFollowing: boolean): Promise<AsyncIterable<Uint8Array>>
  /** The report on the site: a text in UTF-8, or a PDF. */
  report(id: string, format: ReportFormat, query?: ReportChoice): Promise<Buffer>
  share(id: string, choice: ShareChoice): Promise<CreatedShareBody>
  shares(id: string): Promise<readonly ShareEntry[]>
  unshare(id: string, shareId: string): Promise<void>
}

/** Makes a client of the batch routes. `url` appears in error messages. */
export function makeBatchService(http: HttpClient, url: string): BatchService {
  async function requestParsed<T>(request: ApiRequest, read: (text: string) => T | null): Promise<T> {
    const answer = read(await http.text(request))
    if (answer !== null) return answer
    const message = `What responds at ${url} is not PageProbe: set PAGEPROBE_URL`
    throw new ServiceError(message, { isTransient: false })
  }
  const requestStatus = (request: ApiRequest) => requestParsed(request, readStatus)
  const submission = { method: 'POST', responseMs: SUBMISSION_RESPONSE_MS } as const

  return {
    open: (query) =>
      requestStatus({ method: 'POST', path: `/batches?${new URLSearchParams({ ...query, open: 'true' })}` }),
    addLines(id, from, body) {
      const lines = { method: 'PUT', type: 'application/x-ndjson', responseMs: PIECE_RESPONSE_MS } as const
      const request = { ...lines, path: pathOf(id, { from }, '/lines'), id, body }
      return requestParsed(request, (text) => read(addedLines, text))
    },
    create: (batch) =>
      requestStatus({
        ...submission,
        path: '/batches',
        body: JSON.stringify(batch),
        type: 'application/json',
      }),
    status: (id, hosts) => requestStatus({ path: pathOf(id, hosts === undefined ? {} : { hosts }), id }),
    page({ state, after }) {
      const query = new URLSearchParams({
        ...(state !== null && { state }),
        ...(after !== null && { after }),
      })
      return requestParsed({ path: `/batches?${query}` }, readPage)
    },
    change(id, action) {
      if (action === 'cancel') return requestStatus({ path: pathOf(id), id, method: 'DELETE' })
      return requestStatus({ path: `${pathOf(id)}/${action}`, id, method: 'POST' })
    },
    report: (id, format, query = {}) =>
      http.bytes({
        path: pathOf(id, encoded(query), '/report'),
        id,
        accept: reportTypes[format],
        responseMs: REPORT_RESPONSE_MS,
      }),
    ...shareMethods(http, requestParsed),
    results: (id, after, isFollowing) =>
      http.stream({ path: pathOf(id, { after, ...(isFollowing && { follow: true }) }, '/results'), id }),
  }
}

type RequestParsed = <T>(request: ApiRequest, read: (text: string) => T | null) => Promise<T>

function shareMethods(
  http: HttpClient,
  requestParsed: RequestParsed,
): Pick<BatchService, 'share' | 'shares' | 'unshare'> {
  return {
    share: (id, choice) =>
      requestParsed(
        {
          ...{ path: pathOf(id, {}, '/shares'), id, method: 'POST', type: 'application/json' },
          body: JSON.stringify(choice),
        },
        (text) => read(createdShare, text),
      ),
    shares: async (id) =>
      (await requestParsed({ path: pathOf(id, {}, '/shares'), id }, (text) => read(shareEntries, text)))
        .shares,
    async unshare(id, shareId) {
      await http.text({ path: pathOf(id, {}, `/shares/${encodeURIComponent(shareId)}`), method: 'DELETE' })
    },
  }
}

function encoded(query: ReportChoice): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, encodeURIComponent(value)]))
}

function pathOf(id: string, query: Readonly<Record<string, unknown>> = {}, below = ''): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `/batches/${encodeURIComponent(id)}${below}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}
