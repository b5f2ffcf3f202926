import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type BatchFixture, type BatchSite, KEY, openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { pageUrl, pageUrls } from './batch-pages.ts'
import { type Row, spread } from './table.ts'

export interface Isolation {
  readonly name: string
  /** Waiting URLs of the backlog. */
  readonly backlog: number
  readonly calls: number
  /** Settings of the service; empty = embedded. */
  readonly env: Readonly<Record<string, string>>
}

/** One call, in milliseconds. */
interface Call {
  readonly total: number
  /** The entries of `Server-Timing`, by name. */
  readonly parts: ReadonlyMap<string, number>
}

const GOAL = 1.2
const WARM_UP = 300
const PAUSE_MS = 20
const SETTLE_MS = 2000
const HOSTS = 500
const SITE_MS = 5

/**
 * Interactive calls to a site of their own, one after the other: without other load, under a full backlog of the
 * batch lane, and again without it, in one run of the service.
 */
export async function isolation({ name, backlog, calls, env }: Isolation): Promise<Row[]> {
  const site = await openBatchSite({ pages: 1_000_000, hosts: 20, answerMs: SITE_MS })
  const crowd = await openBatchSite({ pages: backlog, hosts: HOSTS })
  const fixture = await openBatchFixture(env)
  const caller = makeCaller(fixture, site)
  try {
    await caller.ask(WARM_UP)
    const before = await caller.ask(calls)
    const { id } = await fixture.batches.submit(pageUrls(crowd.pages))
    await sleep(SETTLE_MS)
    const during = await caller.ask(calls)
    const { state, counts } = await fixture.batches.status(id)
    await fixture.batches.cancel(id)
    await fixture.batches.untilEnded(id)
    await sleep(SETTLE_MS)
    const after = await caller.ask(calls)
    const left = `${state}, ${counts.waiting} wait, ${counts.running} run`
    return rows(name, { idle: [...before, ...after], during, left })
  } finally {
    await caller.close()
    await fixture.close()
    await crowd.close()
    await site.close()
  }
}

/** Requests one page after the other; rejects when a call is not answered with 200. */
function makeCaller({ url }: BatchFixture, { pages }: BatchSite) {
  const dispatcher = new Agent({ connections: 1 })
  let next = 0

  async function call(): Promise<Call> {
    const target = encodeURIComponent(pageUrl(next++, pages))
    const began = performance.now()
    const path = `${url}/metadata?fields=basic&url=${target}`
    const { statusCode, headers, body } = await request(path, { dispatcher, headers: { 'x-api-key': KEY } })
    const text = await body.text()
    const total = performance.now() - began
    if (statusCode !== 200) throw new Error(`a call was answered with ${statusCode}: ${text}`)
    return { total, parts: partsOf(String(headers['server-timing'])) }
  }

  return {
    async ask(calls: number): Promise<Call[]> {
      const made: Call[] = []
      while (made.length < calls) {
        made.push(await call())
        await sleep(PAUSE_MS)
      }
      return made
    },
    close: () => dispatcher.close(),
  }
}

function partsOf(header: string): Map<string, number> {
  const found = header.matchAll(/([\w-]+);dur=([\d.]+)/g)
  return new Map([...found].map(([, name, duration]) => [String(name), Number(duration)]))
}

interface Phases {
  readonly idle: readonly Call[]
  readonly during: readonly Call[]
  /** State of the backlog at the end of the calls beside it. */
  readonly left: string
}

function rows(name: string, { idle, during, left }: Phases): Row[] {
  const totals = (calls: readonly Call[]) => calls.map(({ total }) => total)
  const phases = { idle, 'under a full backlog': during }
  const names = [...(idle[0]?.parts.keys() ?? [])]
  return [
    { figure: `${name}: backlog at the end of the calls`, value: left },
    ...Object.entries(phases).map(([phase, calls]) => ({
      figure: `${name}: a call ${phase}, ms`,
      value: spread(totals(calls)),
    })),
    ...Object.entries(phases).map(([phase, calls]) => ({
      figure: `${name}: p95 of its parts ${phase}, ms`,
      value: [
        ...names.map((part) => `${part} ${p95(calls.map(({ parts }) => parts.get(part) ?? 0))}`),
        rest(calls),
      ].join('  '),
    })),
    {
      figure: `${name}: p95 under a full backlog, times the idle one`,
      value: (at95(totals(during)) / at95(totals(idle))).toFixed(2),
      goal: `<= ${GOAL}`,
    },
  ]
}

/** Everything except fetching and parsing: the queues, the log, the store, the gateway. */
function rest(calls: readonly Call[]): string {
  const own = calls.map(({ total, parts }) => total - [...parts.values()].reduce((sum, ms) => sum + ms, 0))
  return `all else ${p95(own)}`
}

/** The 95th percentile. */
function at95(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * 0.95) - 1] ?? 0
}

const p95 = (samples: readonly number[]): string => at95(samples).toFixed(2)
