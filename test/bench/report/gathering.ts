import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { PageInput } from '#stages/extract/facts/page-input.ts'
import { readPage } from '#stages/extract/parser.worker.ts'
import { type BatchFixture, KEY, openBatchFixture } from '../batch-fixture.ts'
import { startChild } from '../child.ts'
import type { Row } from '../table.ts'
import { addressUrl, answerOf } from './site-pages.ts'

interface Crawl {
  readonly operation: string
  readonly parameters: Readonly<Record<string, string>>
  readonly pages: number
  /** Results after which it is measured: the programs are compiled by then. */
  readonly warmUp: number
}

/** Audits, which a report has scores and rules of; and what costs least of all. */
const crawls: readonly Crawl[] = [
  { operation: 'seo-audit', parameters: { vitals: 'none' }, pages: 2500, warmUp: 800 },
  { operation: 'metadata', parameters: { fields: 'basic' }, pages: 6000, warmUp: 2000 },
]
const ROUNDS = 3
const GOAL_PERCENT = 15

/**
 * What gathering the facts for a report costs of a crawl: crawls of one site with and without it in turn, and the parts of it by
 * themselves. `storeMs`: CPU milliseconds of storing the facts of a page.
 */
export async function gathering(storeMs: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const crawl of crawls) rows.push(...(await crawlRows(crawl)))
  return [
    ...rows,
    { figure: 'reading the facts in extract alone, CPU ms a page', value: readingMs().toFixed(3) },
    { figure: 'storing them in batch alone, CPU ms a page', value: storeMs.toFixed(3) },
  ]
}

async function crawlRows(crawl: Crawl): Promise<Row[]> {
  const { operation, pages, warmUp } = crawl
  const withIt: number[] = []
  const without: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await crawlMs(crawl, { NODE_OPTIONS: `--import=${WITHOUT}` }))
    withIt.push(await crawlMs(crawl, {}))
  }
  const [all, rest] = [least(withIt), least(without)]
  const about = `${operation}, a crawl of ${pages} pages with 50 links each, embedded`
  return [
    {
      figure: `${about}: CPU ms a page after the first ${warmUp} (least of ${ROUNDS})`,
      value: all.toFixed(2),
    },
    { figure: 'the same without gathering', value: rest.toFixed(2) },
    {
      figure: 'gathering, % of the CPU of the crawl',
      value: ((100 * (all - rest)) / all).toFixed(1),
      goal: `<= ${GOAL_PERCENT}`,
    },
  ]
}

const WITHOUT = pathToFileURL(join(import.meta.dirname, 'without-gathering.ts')).href
const POLITENESS = { BATCH_HOST_CONCURRENCY: '16' }

/** CPU milliseconds of the service for each page of a crawl. */
async function crawlMs(crawl: Crawl, env: Readonly<Record<string, string>>): Promise<number> {
  const { pages, warmUp } = crawl
  const site = await startChild(join(import.meta.dirname, 'site.ts'), [String(pages)], {}, /^site at /)
  const fixture = await openBatchFixture({ ...POLITENESS, ...env })
  try {
    const id = await startCrawl(fixture.url, site.line.slice('site at '.length), crawl)
    const warm = await resultsFrom(fixture, id, warmUp)
    const all = await resultsFrom(fixture, id, pages)
    return ((all.cpuSeconds - warm.cpuSeconds) * 1000) / (all.results - warm.results)
  } finally {
    await fixture.close()
    await site.stop()
  }
}

const POLL_MS = 50

/** Waits for so many results. Returns how many there are then, and the CPU seconds of the service so far. */
async function resultsFrom({ batches, cpuSeconds }: BatchFixture, id: string, least: number) {
  for (;;) {
    const { counts, state } = await batches.status(id)
    const results = counts.done + counts.failed
    if (results >= least) return { results, cpuSeconds: cpuSeconds() }
    if (state === 'finished') throw new Error(`${results} of ${least} pages were read`)
    await sleep(POLL_MS)
  }
}

/** Resolves with the id of the batch. */
async function startCrawl(
  url: string,
  origin: string,
  { operation, parameters, pages }: Crawl,
): Promise<string> {
  const answer = await fetch(`${url}/batches`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      operation,
      parameters,
      crawl: { scope: 'host', seeds: [`${origin}/`], max_pages: 2 * pages },
    }),
  })
  const text = await answer.text()
  if (answer.status !== 202) throw new Error(`the crawl was answered with ${answer.status}: ${text}`)
  return (JSON.parse(text) as { id: string }).id
}

const WARM_UP = 500
const READS = 500
const READ_ROUNDS = 3

/** Milliseconds of reading and encoding the facts of a page, beside what a crawl reads anyway. */
function readingMs(): number {
  timeReads(true, WARM_UP)
  timeReads(false, WARM_UP)
  const rounds = Array.from({ length: READ_ROUNDS }, () => [timeReads(true, READS), timeReads(false, READS)])
  return least(rounds.map(([all = 0]) => all)) - least(rounds.map(([, rest = 0]) => rest))
}

const groups: readonly MetadataGroup[] = ['basic', 'links', 'http', 'indexability']

function timeReads(isOfSite: boolean, reads: number): number {
  const options = { groups, maxImages: 25, maxLinks: 2000 }
  const pages = Array.from({ length: reads }, (_, at) => pageInput(at))
  const started = performance.now()
  for (const page of pages) readPage({ page, options, audit: null, isOfSite })
  return (performance.now() - started) / reads
}

function pageInput(at: number): PageInput {
  const site = { origin: 'http://site.example', pages: READS }
  const url = addressUrl(site, at)
  const answer = answerOf(site, new URL(url).pathname)
  return {
    ...{
      url,
      finalUrl: url,
      status: 200,
      headers: { 'content-type': ['text/html; charset=utf-8'] },
      redirects: [],
    },
    body: Buffer.from(answer !== null && 'html' in answer ? answer.html : ''),
    ...{ fetchedAt: '2026-01-01T00:00:00.000Z', uaFamily: 'desktop', robotsTxtAllowed: true },
  }
}

function least(values: readonly number[]): number {
  return Math.min(...values)
}
