import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchCosts } from './batch-costs.ts'
import { type BatchFixture, type BatchSite, openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { answeredOnce, countOutcomes } from './batch-outcomes.ts'
import { type Content, pageUrls } from './batch-pages.ts'
import { startChild } from './child.ts'
import { measureRun, type RunMetrics, slopeOf } from './run-metrics.ts'
import type { Row } from './table.ts'

type Env = Readonly<Record<string, string>>

export interface BatchRuns {
  readonly pages: number
  readonly hosts: number
  readonly content: Content
  /** The operation and its parameters, as the query of `POST /batches`. */
  readonly query: string
  /** Settings for the real services; null = those runs are left out. */
  readonly real: Env | null
}

interface Run {
  readonly name: string
  readonly pages: number
  readonly figures: RunMetrics
  /** CPU seconds of the services behind it. */
  readonly besides: number
  /** The number of URLs with exactly one result, or a description of the errors. */
  readonly answered: string
  readonly more: readonly Row[]
}

const GOAL = 1.5

/** Crawlee writes three files a page: this many pages are enough to measure the cost of one. */
const DISK_PAGES = 10_000

/** The group that a crawler library can extract as well. */
export const BASIC = 'operation=metadata&fields=basic'

/**
 * The same pages by a crawler library, without and with its default storage on disk, and by the service, embedded and
 * on real services, one after the other. Only the service runs the other groups and operations.
 */
export async function batch({ real, ...set }: BatchRuns): Promise<Row[]> {
  const others = set.query === BASIC ? await crawledAll(set) : []
  const runs = [await served('embedded', set, {})]
  if (real !== null) runs.push(await served('Kafka', set, real))
  return [...[...others, ...runs].flatMap(rowsOf), ...others.flatMap((other) => ratios(runs, other))]
}

type PageRuns = Omit<BatchRuns, 'real'>

async function crawledAll(set: PageRuns): Promise<Run[]> {
  const inMemory = await crawled('crawlee in memory', set)
  if (set.content === 'saved') return [inMemory]
  return [inMemory, await crawledOnDisk({ ...set, pages: Math.min(set.pages, DISK_PAGES) })]
}

function ratios(runs: readonly Run[], other: Run): Row[] {
  return runs.flatMap((run) => {
    const figure = `${run.name}: pages per CPU second, times those of ${other.name}`
    const all = pageMs(other) / (pageMs(run) + (run.besides * 1000) / run.pages)
    const inAll = { figure: `${figure}, including the backing services`, value: all.toFixed(2) }
    const own = { figure, value: (pageMs(other) / pageMs(run)).toFixed(2), goal: `>= ${GOAL}` }
    return run.besides > 0 ? [own, inAll] : [own]
  })
}

function pageMs({ figures, pages }: Run): number {
  return (figures.cpuSeconds * 1000) / pages
}

function rowsOf(run: Run): Row[] {
  const { name, figures, answered, pages, more } = run
  const { rss, sustained } = figures
  const bounds = [Math.min(...rss), Math.max(...rss)].map((mib) => mib.toFixed(0))
  return [
    { figure: `${name}: pages/s sustained`, value: sustained.toFixed(0) },
    { figure: `${name}: CPU ms a page`, value: pageMs(run).toFixed(2) },
    {
      figure: `${name}: RSS MiB, minimum, maximum; growth a minute in the second half`,
      value: `${bounds.join(' ')}; ${slopeOf(rss).toFixed(1)}`,
    },
    { figure: `${name}: RSS MiB every 5 s`, value: rss.map((mib) => mib.toFixed(0)).join(' ') },
    { figure: `${name}: URLs with exactly one result`, value: answered, goal: String(pages) },
    ...more,
  ]
}

async function crawledOnDisk(set: PageRuns): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-crawlee-'))
  try {
    return await crawled('crawlee on disk', set, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function crawled(name: string, set: PageRuns, ...folder: string[]): Promise<Run> {
  const { pages, hosts } = set
  const site = await openBatchSite(set)
  const program = join(import.meta.dirname, 'crawlee-run.ts')
  const { port } = site.pages
  const child = await startChild(program, [...[pages, hosts, port].map(String), ...folder], {}, /^crawled /)
  const { once, failed, ...figures } = JSON.parse(child.line.slice('crawled '.length)) as RunMetrics & {
    readonly once: number
    readonly failed: number
  }
  await child.stop()
  await site.close()
  return { name, pages, figures, besides: 0, answered: `${once}, failed ${failed}`, more: [] }
}

/** One run of the service with these settings; none = embedded. */
async function served(name: string, set: PageRuns, env: Env): Promise<Run> {
  const { pages } = set
  const site = await openBatchSite(set)
  const fixture = await openBatchFixture(env)
  try {
    const costs = await watchCosts(env, fixture)
    const { id, figures } = await submitted(fixture, site, set.query)
    const besides = costs.cpuSeconds()
    const more = await costs.rows(name, pages)
    const answered = await answeredOnce(fixture, id)
    const inLog = await countOutcomes(fixture, env, id, pages)
    return { name, pages, figures, besides, answered, more: [...(await counted(name, site, inLog)), ...more] }
  } finally {
    await fixture.close()
    await site.close()
  }
}

async function counted(name: string, site: BatchSite, inLog: string): Promise<Row[]> {
  const hosts = await site.visits()
  const most = Math.max(...hosts.map(({ maxConcurrent }) => maxConcurrent))
  return [
    { figure: `${name}: the same, counted by a consumer of the log`, value: inLog },
    { figure: `${name}: maximum concurrent requests to a host`, value: String(most) },
  ]
}

/** From the first byte of the submission until all pages have ended. */
async function submitted({ batches, rss, cpuSeconds }: BatchFixture, { pages }: BatchSite, query: string) {
  let done = 0
  const watched = measureRun({ done: () => done, rss, cpuSeconds })
  const { id } = await batches.submit(pageUrls(pages), query)
  await batches.untilEnded(id, ({ counts }) => {
    done = counts.done + counts.failed
  })
  return { id, figures: watched.stop() }
}
