import { Parser } from 'htmlparser2'
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
import { decodePage } from '#stages/extract/charset.ts'
import { collectFacts } from '#stages/extract/collect.ts'
import { metadataOf } from '#stages/extract/metadata.ts'
import { defaultBudgets, type FetchedPage } from '#stages/extract/page.ts'
import { type CorpusPage, readCorpus } from './corpus.ts'
import type { Row } from './table.ts'

const ROUNDS = 3
/** The others take up to a second a page: every so many pages is enough to compare. */
const SAMPLE = 8

const scrape = metascraper([author(), description(), image(), lang(), publisher(), title(), link()])

/** Everything that can be extracted, against a bare parse of the same bytes and against what others take. */
export async function extraction(): Promise<Row[]> {
  const pages = readCorpus()
  if (pages === null) return []
  const ratios: number[] = []
  const ours: number[] = []
  for (const page of pages) {
    const bare = await best(() => parse(page))
    const full = await best(() => extractPage(page))
    ratios.push(full / bare)
    ours.push(full)
  }
  const sample = pages.filter((_, index) => index % SAMPLE === 0)
  return [
    { figure: 'everything / bare htmlparser2, median', value: median(ratios).toFixed(2), goal: '<= 2' },
    { figure: 'everything, ms: median, p99, max', value: spreadOf(ours), goal: 'p99 <= 100, max <= 2000' },
    {
      figure: `of a sample of ${sample.length}: ours, ms`,
      value: spreadOf(await timesOf(sample, extractPage)),
    },
    { figure: '  metascraper (7 fields), ms', value: spreadOf(await timesOf(sample, metascrape)) },
    { figure: '  open-graph-scraper, ms', value: spreadOf(await timesOf(sample, openGraph)) },
    { figure: '  url-metadata, ms', value: spreadOf(await timesOf(sample, metadataByUrl)) },
  ]
}

function parse({ body }: CorpusPage): void {
  const parser = new Parser({})
  parser.write(body.toString('utf8'))
  parser.end()
}

/** The whole result of a page as it would be fetched. */
export function extractPage({ url, body }: CorpusPage) {
  const page: FetchedPage = {
    url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': ['text/html'] },
    body,
    redirects: [],
    fetchedAt: '2026-01-01T00:00:00.000Z',
    uaFamily: 'desktop',
    robotsTxtAllowed: true,
  }
  const facts = collectFacts(decodePage(body, 'text/html'), page, defaultBudgets)
  const wanted = { groups: ['all'] as const, maxImages: 25, maxLinks: 100 }
  return metadataOf(facts, page, wanted, { canonicalStatus: null, dominantColor: null })
}

function metascrape({ url, body }: CorpusPage) {
  return scrape({ url, html: body.toString('utf8') })
}

function openGraph({ body }: CorpusPage) {
  return openGraphScraper({ html: body.toString('utf8') })
}

function metadataByUrl({ body }: CorpusPage) {
  const headers = { 'content-type': 'text/html' }
  return urlMetadata(null, { parseResponseObject: new Response(new Uint8Array(body), { headers }) })
}

async function timesOf(pages: readonly CorpusPage[], work: (page: CorpusPage) => unknown): Promise<number[]> {
  const times: number[] = []
  for (const page of pages) times.push(await timed(() => work(page)))
  return times
}

/** Others throw on some pages; that takes its time too. */
async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  await Promise.resolve(work()).catch(() => undefined)
  return performance.now() - started
}

async function best(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await timed(work))
  return least
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
