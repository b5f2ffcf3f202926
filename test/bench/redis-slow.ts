import { setTimeout as sleep } from 'node:timers/promises'
import { provideRedis } from '#infra/services/redis.ts'
import { delayingProxy } from '#test/support/faults/delaying-proxy.ts'
import { openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { at95, type Call, makeCaller } from './batch-isolation.ts'
import { pageUrls } from './batch-pages.ts'
import { type Row, spread } from './table.ts'

export interface SlowRedis {
  /** Additional latency of each Redis command, in milliseconds. */
  readonly delays: readonly number[]
  /** Waiting URLs of the backlog. */
  readonly backlog: number
  readonly calls: number
  /** Settings of the service with separate topics for each delay. */
  env(run: string): Readonly<Record<string, string>>
}

const GOAL_MS = 2000
const WARM_UP = 20
/** Concurrent callers, each with its own pages, one call after the other. */
const CALLERS = 4
const PAGES_OF_A_CALLER = 100_000
const SETTLE_MS = 3000
const HOSTS = 500
const SITE_MS = 5

/**
 * Interactive calls to a site of their own, alone and under a full backlog of the batch lane, with a Redis of
 * additional latency.
 */
export async function redisSlow({ delays, backlog, calls, env }: SlowRedis): Promise<Row[]> {
  const rows: Row[] = []
  for (const delay of delays) rows.push(...(await withDelay(delay, backlog, calls, env(`slow${delay}.`))))
  return rows
}

async function withDelay(
  delay: number,
  backlog: number,
  calls: number,
  env: Readonly<Record<string, string>>,
): Promise<Row[]> {
  const provided = await provideRedis()
  if (provided.kind === 'unavailable') return [{ figure: provided.reason, value: 'left out' }]
  const { service } = provided
  const proxy = await delayingProxy(service.port, delay)
  const site = await openBatchSite({ pages: 1_000_000, hosts: 20, answerMs: SITE_MS })
  const crowd = await openBatchSite({ pages: backlog, hosts: HOSTS })
  const fixture = await openBatchFixture({ ...env, REDIS_URL: `redis://127.0.0.1:${proxy.port}` })
  const callers = Array.from({ length: CALLERS }, (_, at) =>
    makeCaller(fixture, site, at * PAGES_OF_A_CALLER),
  )
  const ask = async (all: number) =>
    (await Promise.all(callers.map((one) => answered(one, all / CALLERS)))).flat()
  try {
    await ask(WARM_UP)
    const alone = await ask(calls)
    const { id } = await fixture.batches.submit(pageUrls(crowd.pages))
    await sleep(SETTLE_MS)
    const start = await countsOf(fixture.batches.status(id))
    const beside = await ask(calls)
    const end = await countsOf(fixture.batches.status(id))
    await fixture.batches.cancel(id)
    return rowsOf(delay, calls, alone, beside, (end.ended - start.ended) / ((end.at - start.at) / 1000))
  } finally {
    await Promise.all(callers.map((one) => one.close()))
    await fixture.close()
    await Promise.all([crowd.close(), site.close(), service.stop()])
    proxy.close()
  }
}

/** Makes calls and returns those that were answered with 200. */
async function answered(caller: ReturnType<typeof makeCaller>, calls: number): Promise<Call[]> {
  const made: Call[] = []
  for (let index = 0; index < calls; index++) {
    const [call] = await caller.ask(1).catch((error: Error) => {
      console.log(error.message)
      return []
    })
    if (call !== undefined) made.push(call)
  }
  return made
}

async function countsOf(
  status: Promise<{ readonly counts: { readonly done: number; readonly failed: number } }>,
): Promise<{ readonly ended: number; readonly at: number }> {
  const { counts } = await status
  return { ended: counts.done + counts.failed, at: performance.now() }
}

function rowsOf(
  delay: number,
  calls: number,
  alone: readonly Call[],
  beside: readonly Call[],
  rate: number,
): Row[] {
  const name = `Redis ${delay} ms later`
  const totals = (calls: readonly Call[]) => calls.map(({ total }) => total)
  return [
    { figure: `${name}: a call alone, ms`, value: spread(totals(alone)) },
    { figure: `${name}: a call beside a batch, ms`, value: spread(totals(beside)) },
    { figure: `${name}: pages/s of the batch meanwhile`, value: rate.toFixed(0) },
    {
      figure: `${name}: calls beside a batch that were answered`,
      value: String(beside.length),
      goal: String(calls),
    },
    {
      figure: `${name}: p95 of a call beside a batch, ms`,
      value: at95(totals(beside)).toFixed(0),
      goal: `<= ${GOAL_MS}`,
    },
  ]
}
