import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import metascraper from 'metascraper'
import author from 'metascraper-author'
import description from 'metascraper-description'
import image from 'metascraper-image'
import lang from 'metascraper-lang'
import publisher from 'metascraper-publisher'
import title from 'metascraper-title'
import link from 'metascraper-url'
import openGraphScraper from 'open-graph-scraper'
import urlMetadata from 'url-metadata'
import { extractPage } from './extract-page.ts'
import type { PageCost } from './extraction-cost.worker.ts'
import { type SavedPage, savedPages } from './saved-pages.ts'
import type { Row } from './table.ts'

/** Other libraries take up to a second a page, so only every eighth page is compared. */
const SAMPLE = 8

const scrape = metascraper([author(), description(), image(), lang(), publisher(), title(), link()])

/** Full extraction, compared with a bare parse of the same bytes and with other libraries. */
export async function extraction(): Promise<Row[]> {
  const pages = savedPages()
  const costs = await costsOfAll()
  const ratios = costs.map(({ bare, full }) => full / bare)
  const ours = costs.map(({ full }) => full)
  const sample = pages.filter((_, index) => index % SAMPLE === 0)
  return [
    { figure: 'full extraction / bare htmlparser2, median', value: median(ratios).toFixed(2), goal: '<= 2' },
    {
      figure: 'full extraction, ms: median, p99, max',
      value: spreadOf(ours),
      goal: 'p99 <= 100, max <= 2000',
    },
    {
      figure: `of a sample of ${sample.length}: ours, ms`,
      value: spreadOf(await timesOf(sample, extractPage)),
    },
    { figure: '  metascraper (7 fields), ms', value: spreadOf(await timesOf(sample, metascrape)) },
    { figure: '  open-graph-scraper, ms', value: spreadOf(await timesOf(sample, openGraph)) },
    { figure: '  url-metadata, ms', value: spreadOf(await timesOf(sample, metadataByUrl)) },
  ]
}

/** In a separate thread: other libraries loaded here slow down loops over strings, ours and htmlparser2's. */
async function costsOfAll(): Promise<PageCost[]> {
  const worker = new Worker(new URL('./extraction-cost.worker.ts', import.meta.url))
  try {
    // The program of the parser, which the worker loads, says first that it is ready.
    for await (const [message] of on(worker, 'message')) if (message !== 'ready') return message
    throw new Error('the thread sent no costs')
  } finally {
    await worker.terminate()
  }
}

function metascrape({ url, body }: SavedPage) {
  return scrape({ url, html: body.toString('utf8') })
}

function openGraph({ body }: SavedPage) {
  return openGraphScraper({ html: body.toString('utf8') })
}

function metadataByUrl({ body }: SavedPage) {
  const headers = { 'content-type': 'text/html' }
  return urlMetadata(null, { parseResponseObject: new Response(new Uint8Array(body), { headers }) })
}

async function timesOf(pages: readonly SavedPage[], work: (page: SavedPage) => unknown): Promise<number[]> {
  const times: number[] = []
  for (const page of pages) times.push(await timed(() => work(page)))
  return times
}

/** Other libraries throw on some pages; that time counts too. */
async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await Promise.resolve(work()).catch(() => undefined)
  return performance.now() - started
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}

function median(values: readonly number[]): number {
  return at(values, 0.5)
}

function spreadOf(values: readonly number[]): string {
  return [0.5, 0.99, 1].map((share) => at(values, share).toFixed(2)).join('  ')
}
