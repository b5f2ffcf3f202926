import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kafkaEventLog } from '#shared/adapters/event-log-kafka.ts'
import { sqliteEventLog } from '#shared/adapters/event-log-sqlite.ts'
import { openDatabase } from '#shared/adapters/sqlite.ts'
import { outcomeTopics } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { childrenOf } from '#test/tools/processes.ts'
import { pageUrls } from './batch-pages.ts'
import { type BatchSite, type BatchStand, openBatchSite, openBatchStand } from './batch-stand.ts'
import { cpuSecondsOf, startChild } from './child.ts'
import type { Row } from './table.ts'
import { type RunFigures, slopeOf, watchFigures } from './watch-figures.ts'

type Env = Readonly<Record<string, string>>

export interface BatchRuns {
  readonly pages: number
  readonly hosts: number
  /** Settings that make the service use the real services; null = those runs are left out. */
  readonly real: Env | null
}

interface Run {
  readonly name: string
  readonly pages: number
  readonly figures: RunFigures
  /** URLs with exactly one result, or whatever is wrong, in words. */
  readonly answered: string
  readonly more: readonly Row[]
}

const GOAL = 1.5

/** It writes three files a page: so many tell what a page costs. */
const DISK_PAGES = 10_000

/**
 * The same pages by a crawler library, which forgets them or, as it does by default, keeps them on disk, and by the service,
 * embedded and on real services, one after the other.
 */
export async function batch({ pages, hosts, real }: BatchRuns): Promise<Row[]> {
  const others = [
    await crawled('crawlee in memory', pages, hosts),
    await crawledOnDisk(Math.min(pages, DISK_PAGES), hosts),
  ]
  const runs = [await served('embedded', pages, hosts, {})]
  if (real !== null) runs.push(await served('Kafka', pages, hosts, real))
  return [...[...others, ...runs].flatMap(rowsOf), ...others.flatMap((other) => ratios(runs, other))]
}

function ratios(runs: readonly Run[], other: Run): Row[] {
  return runs.map((run) => ({
    figure: `${run.name}: pages per CPU second, times those of ${other.name}`,
    value: (pageMs(other) / pageMs(run)).toFixed(2),
    goal: `>= ${GOAL}`,
  }))
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
      figure: `${name}: RSS MiB, least, most; growth a minute in the second half`,
      value: `${bounds.join(' ')}; ${slopeOf(rss).toFixed(1)}`,
    },
    { figure: `${name}: RSS MiB every 5 s`, value: rss.map((mib) => mib.toFixed(0)).join(' ') },
    { figure: `${name}: URLs with exactly one result`, value: answered, goal: String(pages) },
    ...more,
  ]
}

async function crawledOnDisk(pages: number, hosts: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-crawlee-'))
  try {
    return await crawled('crawlee on disk', pages, hosts, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function crawled(name: string, pages: number, hosts: number, ...folder: string[]): Promise<Run> {
  const site = await openBatchSite(pages, hosts)
  const program = join(import.meta.dirname, 'crawlee-run.ts')
  const { port } = site.pages
  const child = await startChild(program, [...[pages, hosts, port].map(String), ...folder], {}, /^crawled /)
  const { once, failed, ...figures } = JSON.parse(child.line.slice('crawled '.length)) as RunFigures & {
    readonly once: number
    readonly failed: number
  }
  await child.stop()
  await site.close()
  return { name, pages, figures, answered: `${once}, failed ${failed}`, more: [] }
}

async function served(name: string, pages: number, hosts: number, env: Env): Promise<Run> {
  const site = await openBatchSite(pages, hosts)
  const stand = await openBatchStand(env)
  try {
    const apart = outsiders()
    const { id, figures } = await submitted(stand, site)
    const inResults = await answeredOnce(stand, id)
    const inLog = await countOutcomes(stand, env, id, pages)
    const seen = await site.figures()
    return {
      name,
      pages,
      figures,
      answered: inResults,
      more: [
        { figure: `${name}: the same, counted by a consumer of the log`, value: inLog },
        {
          figure: `${name}: most requests at a host at a time`,
          value: String(Math.max(...seen.map((host) => host.mostAtOnce))),
        },
        ...apart.rows(name, pages),
      ],
    }
  } finally {
    await stand.close()
    await site.close()
  }
}

/** From the first byte of the submission until all of it has ended. */
async function submitted({ batches, rss, cpuSeconds }: BatchStand, { pages }: BatchSite) {
  let done = 0
  const watched = watchFigures({ done: () => done, rss, cpuSeconds })
  const { id } = await batches.submit(pageUrls(pages))
  await batches.untilEnded(id, ({ counts }) => {
    done = counts.done + counts.failed
  })
  return { id, figures: watched.stop() }
}

async function answeredOnce({ batches }: BatchStand, id: string): Promise<string> {
  const times = new Map<string, number>()
  let failures = 0
  for await (const { url, result } of batches.results(id)) {
    times.set(url, (times.get(url) ?? 0) + 1)
    if (result === undefined) failures += 1
  }
  return inWords([...times.values()], failures)
}

function inWords(times: readonly number[], failures: number): string {
  const once = times.filter((count) => count === 1).length
  const several = times.length - once
  return `${once}${several > 0 ? `, several ${several}` : ''}${failures > 0 ? `, failures ${failures}` : ''}`
}

const OUTCOMES_MS = 120_000

/** By a group of its own, from the log's oldest record on, once the run is over. */
async function countOutcomes(
  { folder }: BatchStand,
  env: Env,
  batch: string,
  pages: number,
): Promise<string> {
  const log = openLog(folder, env)
  const events = new Map<string, Set<string>>()
  let failures = 0
  const all = Promise.withResolvers<void>()
  const subscription = await log.subscribe(`bench-${process.pid}`, outcomeTopics, {
    assigned: () => undefined,
    received(records) {
      for (const { topic, headers } of records) {
        const id = String(headers.ce_subject)
        if (!id.startsWith(`${batch}.`)) continue
        if (topic === 'inspection.failed') failures += 1
        events.set(id, (events.get(id) ?? new Set()).add(String(headers.ce_id)))
      }
      if (events.size >= pages) all.resolve()
    },
  })
  const timer = setTimeout(all.resolve, OUTCOMES_MS)
  await all.promise
  clearTimeout(timer)
  await subscription.close()
  await log.close()
  return inWords(
    [...events.values()].map(({ size }) => size),
    failures,
  )
}

export function openLog(folder: string, env: Env): EventLog {
  if (env.KAFKA_BROKERS === undefined) {
    return sqliteEventLog({ database: openDatabase(join(folder, 'pageprobe.db')) })
  }
  const topicPrefix = env.KAFKA_TOPIC_PREFIX ?? ''
  const brokers = [env.KAFKA_BROKERS]
  return kafkaEventLog({ brokers, topicPrefix, ssl: false, sasl: null, partitions: 12, replication: 1 })
}

/** What the broker and Redis spend from now on, apart from the service. */
function outsiders() {
  const programs = { 'the broker': 'kafka.Kafka', Redis: 'redis-server' }
  const spent = (text: string) =>
    childrenOf(process.pid, text).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  const before = Object.entries(programs).map(([name, text]) => ({ name, text, seconds: spent(text) }))
  return {
    rows: (run: string, pages: number): Row[] =>
      before
        .filter(({ seconds }) => run !== 'embedded' && seconds > 0)
        .map(({ name, text, seconds }) => ({
          figure: `${run}: CPU ms a page of ${name}, apart`,
          value: (((spent(text) - seconds) * 1000) / pages).toFixed(2),
        })),
  }
}
