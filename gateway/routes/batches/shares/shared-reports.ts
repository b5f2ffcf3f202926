import { LRUCache } from 'lru-cache'
import { Failure } from '#shared/errors.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { type Batches, MOST_EXAMPLES } from '#shared/ports/batches.ts'
import { reportHtmlInTurns } from '../report/html.ts'
import { type PdfOptions, printReport } from '../report/pdf.ts'
import { type SiteHistory, scoreHistory } from '../report/words/score-history.ts'
import type { Share } from './share-store.ts'

/**
 * The reports of shares, made with the rights of their owner. Those who look at one share at the same time, or within a minute, see
 * one report: it is made once. Both reject as `Batches.report` does, and with `NOT_FOUND` when the batch is gone.
 */
export interface SharedReports {
  html(share: Share): Promise<Buffer>
  /** Rejects as `printReport` does, too. */
  pdf(share: Share): Promise<Buffer>
}

export interface SharedReportsOptions extends PdfOptions {
  readonly batches: Pick<Batches, 'report'>
  readonly siteHistory: SiteHistory
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal
}

type Format = 'html' | 'pdf'

/** How long a report is kept, so long one of a batch that runs may be behind. */
const KEEP_MS = 60_000
const MIB = 1024 * 1024
/** Memory of the reports that are kept; larger ones are made for each view. */
const MAX_BYTES = 64 * MIB
const MAX_ENTRY_BYTES = 16 * MIB

/** Makes the reports of the shares that one gateway shows. */
export function makeSharedReports(options: SharedReportsOptions): SharedReports {
  const cache = new LRUCache<string, Buffer, Share>({
    ttl: KEEP_MS,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (key, _, { context }) => (key.startsWith('pdf') ? makePdf(context) : makeHtml(context)),
  })
  const made = async (format: Format, share: Share) =>
    (await cache.fetch(`${format} ${share.id}`, { context: share })) as Buffer

  async function makeHtml(share: Share): Promise<Buffer> {
    const report = JSON.parse(await reportOf(share, options)) as SiteReport
    const history = await scoreHistory(options.siteHistory, share.batch.owner, report)
    const about = { publicUrl: null, severities: null, branding: share.branding, history }
    return Buffer.from(await reportHtmlInTurns(report, about))
  }

  async function makePdf(share: Share): Promise<Buffer> {
    const html = String(await made('html', share))
    const pieces: Uint8Array[] = []
    for await (const piece of await printReport(options, share.batch.owner, html, options.closing)) {
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  return { html: (share) => made('html', share), pdf: (share) => made('pdf', share) }
}

/** The report without changes when the earlier batch is gone. */
async function reportOf(
  { batch, compare }: Share,
  { batches, closing: signal }: SharedReportsOptions,
): Promise<string> {
  const query = { compare, examples: MOST_EXAMPLES, signal }
  const report = await batches.report(batch, query).catch((error: unknown) => {
    const isCompareGone = error instanceof Failure && error.code === 'VALIDATION_ERROR' && compare !== null
    if (!isCompareGone) throw error
    return batches.report(batch, { ...query, compare: null })
  })
  if (report === null) throw new Failure('NOT_FOUND', 'There is no such shared report')
  return report
}
