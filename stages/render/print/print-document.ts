import type { CDPSession, Protocol } from 'puppeteer-core'
import { MAX_PRINTED_PAGES } from '#shared/ports/printing.ts'
import { tooLargeToPrint } from '#shared/rpc/printing/too-large.ts'
import type { Tab } from '../tab/tab.ts'
import { countPages } from './pdf-pages.ts'

/** A4 (ISO 216) and its margins, in inches, unless the document has its own. The lower margin has the number of the page. */
const PAPER = { width: 210 / 25.4, height: 297 / 25.4 }
const MARGIN = { vertical: 0.7, side: 0.6 }
/** CSS Values 4, section 6.2. */
const PX_PER_INCH = 96
/** The paper in CSS pixels. */
const SHEET = { width: Math.round(PAPER.width * PX_PER_INCH), height: Math.round(PAPER.height * PX_PER_INCH) }

const MIB = 1024 * 1024
/** Most bytes of a PDF. */
const MAX_PDF_BYTES = 64 * MIB
/** Larger documents get neither tags nor an outline, which take four times the time, and memory for each element. */
const MAX_TAGGED_BYTES = 1_000_000
/** Bytes of a PDF that the browser hands over at a time. */
const PIECE_BYTES = MIB

/** The URL of the document is on a name that cannot exist (RFC 6761). */
const DOCUMENT_URL = 'http://document.invalid/'

/** The document can do nothing but be shown. */
const HEADERS: Protocol.Fetch.HeaderEntry[] = [
  { name: 'Content-Type', value: 'text/html; charset=utf-8' },
  {
    name: 'Content-Security-Policy',
    value:
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox",
  },
]

/** A browser that is offline shows no document, so it goes offline once it has this one. */
const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

const FOOTER =
  '<div style="width:100%;font:8px sans-serif;color:#59636e;text-align:center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>'

/**
 * Prints an HTML document in a tab without scripts and without a network: each request but that for the document fails. The PDF has
 * the title of the document, links to its chapters, and a number on each page. Rejects with `RESPONSE_TOO_LARGE` above
 * `MAX_PRINTED_PAGES` or `MAX_PDF_BYTES`.
 */
export async function printDocument({ target, proxy, guard }: Tab, html: string): Promise<Buffer> {
  proxy.block(() => true)
  // The session of the tab continues documents that are intercepted, for the sake of its proxy.
  const cdp = await guard(target.createCDPSession())
  await guard(showDocument(cdp, html))
  const atLeast = await guard(pagesAtLeast(cdp))
  if (atLeast > MAX_PRINTED_PAGES) throw tooManyPages(`at least ${atLeast}`)
  const pdf = await guard(readPdf(cdp, Buffer.byteLength(html) <= MAX_TAGGED_BYTES))
  if (countPages(pdf) > MAX_PRINTED_PAGES) throw tooManyPages(`more than ${MAX_PRINTED_PAGES}`)
  return pdf
}

/** Resolves when the document and the images in it are shown. */
async function showDocument(cdp: CDPSession, html: string): Promise<void> {
  const body = Buffer.from(html).toString('base64')
  cdp.on('Fetch.requestPaused', ({ requestId, request: { url } }: Protocol.Fetch.RequestPausedEvent) => {
    const reply =
      url === DOCUMENT_URL
        ? cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: HEADERS, body })
        : cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    // The tab knows when its page is lost.
    reply.catch(() => undefined)
  })
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Network.enable'),
    cdp.send('Emulation.setScriptExecutionDisabled', { value: true }),
    cdp.send('Emulation.setEmulatedMedia', { media: 'print' }),
    cdp.send('Emulation.setDeviceMetricsOverride', { ...SHEET, deviceScaleFactor: 1, mobile: false }),
    cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
  ])
  const loaded = new Promise<void>((resolve) => cdp.once('Page.loadEventFired', () => resolve()))
  const { errorText } = await cdp.send('Page.navigate', { url: DOCUMENT_URL })
  if (errorText !== undefined) throw new Error(`The document cannot be shown: ${errorText}`)
  await loaded
  await cdp.send('Network.emulateNetworkConditions', OFFLINE)
}

/** A lower bound of the pages: on paper there are margins, and gaps where something begins on the next page. */
async function pagesAtLeast(cdp: CDPSession): Promise<number> {
  const { cssContentSize } = await cdp.send('Page.getLayoutMetrics')
  return Math.floor(cssContentSize.height / SHEET.height)
}

/** Prints one page more than there may be, which shows that there are too many. */
async function readPdf(cdp: CDPSession, isTagged: boolean): Promise<Buffer> {
  const { side, vertical } = MARGIN
  const { stream = '' } = await cdp.send('Page.printToPDF', {
    ...{ paperWidth: PAPER.width, paperHeight: PAPER.height },
    ...{ marginTop: vertical, marginBottom: vertical, marginLeft: side, marginRight: side },
    ...{ displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: FOOTER },
    ...{ generateTaggedPDF: isTagged, generateDocumentOutline: isTagged },
    printBackground: true,
    pageRanges: `1-${MAX_PRINTED_PAGES + 1}`,
    transferMode: 'ReturnAsStream',
  })
  const pieces: Buffer[] = []
  for (let bytes = 0; ; ) {
    const { data, eof } = await cdp.send('IO.read', { handle: stream, size: PIECE_BYTES })
    const piece = Buffer.from(data, 'base64')
    bytes += piece.length
    if (bytes > MAX_PDF_BYTES) throw tooLargeToPrint(`the PDF has more than ${MAX_PDF_BYTES / MIB} MiB`)
    pieces.push(piece)
    if (eof) return Buffer.concat(pieces)
  }
}

function tooManyPages(count: string): Error {
  return tooLargeToPrint(`it has ${count} pages on paper; at most ${MAX_PRINTED_PAGES} are printed`)
}
