import { setTimeout as sleep } from 'node:timers/promises'
import { backlog } from '#shared/consumer/group-progress.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import { type BatchFixture, openBatchFixture, openBatchSite, prefixed } from './batch-fixture.ts'
import { openLog } from './batch-outcomes.ts'
import { pageUrls } from './batch-pages.ts'
import { measureRun } from './run-metrics.ts'
import type { Row } from './table.ts'

export interface Scale {
  readonly pages: number
  readonly env: Readonly<Record<string, string>>
}

const HOSTS = 200
/** Delay of a remote site: slots are then the bottleneck, not the cores of this machine. */
const SITE_MS = 200
/** Pages that a stage process fetches at once. */
const SLOTS = '16'
const STAGES = [1, 2, 4]
const CRASH_PROCESSES = 2
const LOG_MS = 1000

/** Pages a second by number of stage processes, on real services, and the cost of losing one. */
export async function scale({ pages, env }: Scale): Promise<Row[]> {
  const rows: Row[] = []
  for (const stages of STAGES)
    rows.push(...(await undisturbed(pages * stages, stages, prefixed(env, `s${stages}.`))))
  return [...rows, ...(await measureCrash(pages * CRASH_PROCESSES, prefixed(env, 'k.')))]
}

function openStages(env: Scale['env'], stages: number): Promise<BatchFixture> {
  return openBatchFixture({ ...env, FETCH_CONCURRENCY: SLOTS }, [
    ['gateway', 'batch'],
    ...Array.from({ length: stages }, () => ['fetch', 'extract']),
  ])
}

async function undisturbed(pages: number, stages: number, env: Scale['env']): Promise<Row[]> {
  const site = await openBatchSite({ pages, hosts: HOSTS, answerMs: SITE_MS })
  const fixture = await openStages(env, stages)
  const lags = watchLag(openLog(fixture.folder, env))
  try {
    let done = 0
    const watched = measureRun({ done: () => done, rss: fixture.rss, cpuSeconds: fixture.cpuSeconds })
    const { id } = await fixture.batches.submit(pageUrls(site.pages))
    const { counts } = await fixture.batches.untilEnded(id, (answer) => {
      done = answer.counts.done + answer.counts.failed
    })
    const { sustained, cpuSeconds } = watched.stop()
    const name = `${stages} stage process${stages > 1 ? 'es' : ''}`
    return [
      { figure: `${name}: pages/s sustained`, value: sustained.toFixed(0) },
      { figure: `${name}: CPU ms a page, all processes`, value: ((cpuSeconds * 1000) / pages).toFixed(2) },
      {
        figure: `${name}: lag of fetch and extract in records, median and maximum`,
        value: await lags.stop(),
      },
      { figure: `${name}: done, failed`, value: `${counts.done}, ${counts.failed}` },
    ]
  } finally {
    await fixture.close()
    await site.close()
  }
}

/** Records of the batch lane that the stages have not finished. */
function watchLag(log: EventLog): { stop(): Promise<string> } {
  const groups = consumerGroups.filter(
    ({ stage, lane }) => lane === 'batch' && (stage === 'fetch' || stage === 'extract'),
  )
  const samples: number[] = []
  let isOver = false
  async function watch(): Promise<void> {
    while (!isOver) {
      const lags = await Promise.all(groups.map(({ group, topics }) => backlog(log, group, topics)))
      samples.push(lags.reduce((sum, one) => sum + one, 0))
      await sleep(LOG_MS)
    }
  }
  const watching = watch()
  return {
    async stop() {
      isOver = true
      await watching
      await log.close()
      const sorted = samples.toSorted((a, b) => a - b)
      return `${sorted[Math.floor(sorted.length / 2)] ?? 0}, ${sorted.at(-1) ?? 0}`
    },
  }
}

/** Kills one of two stage processes in the middle and does not replace it. */
async function measureCrash(pages: number, env: Scale['env']): Promise<Row[]> {
  const site = await openBatchSite({ pages, hosts: HOSTS, answerMs: SITE_MS })
  const fixture = await openStages(env, CRASH_PROCESSES)
  try {
    const { id } = await fixture.batches.submit(pageUrls(site.pages))
    const ended = new Map<number, number>()
    let killed = 0
    for await (const line of fixture.batches.results(id, true)) {
      ended.set(Number(line.id.slice(id.length + 1)), performance.now())
      if (killed > 0 || ended.size < pages / 3) continue
      killed = performance.now()
      void fixture.processes.at(-1)?.kill()
    }
    const { counts } = await fixture.batches.status(id)
    const name = `${CRASH_PROCESSES} stage processes, one killed (kill -9)`
    return [
      { figure: `${name}: its work in progress had ended after, s`, value: recovery(ended, killed) },
      { figure: `${name}: done, failed`, value: `${counts.done}, ${counts.failed}` },
    ]
  } finally {
    await fixture.close()
    await site.close()
  }
}

/** URLs are dispatched nearly in order, so those before the last one that had ended were in progress. */
function recovery(ended: ReadonlyMap<number, number>, killed: number): string {
  const before = [...ended].filter(([, ms]) => ms <= killed).map(([seq]) => seq)
  const newest = before.reduce((most, seq) => Math.max(most, seq), 0)
  const last = [...ended]
    .filter(([seq]) => seq <= newest)
    .reduce((most, [, ms]) => Math.max(most, ms), killed)
  return ((last - killed) / 1000).toFixed(1)
}
