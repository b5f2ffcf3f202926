import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createKey } from '#gateway/access/api-keys.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { type Child, startChild } from './child.ts'
import { type GatewayFixture, KEY } from './gateway-fixture.ts'
import {
  type Connection,
  closedLoop,
  getRequest,
  openConnections,
  openLoop,
  type RawAnswer,
} from './http-load.ts'
import { median } from './median.ts'
import { type Row, spread } from './table.ts'

const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_MS = 2000
const STEADY_MS = 10_000
const BARE_KEY = 'bench:bare'

/** A server, its request, and the measurements of its answers. */
interface Subject {
  readonly name: string
  readonly process: Child
  readonly connections: readonly Connection[]
  readonly request: string
  /** A pattern that every answer must match. */
  readonly says: RegExp
  readonly body: Buffer
  /** Answers a second, and CPU milliseconds of each, by round. */
  readonly rates: number[]
  readonly costs: number[]
}

/** Cached answers compared with a bare route that reads the same bytes from the same Redis, alternately. */
export async function cached(fixture: GatewayFixture, redisUrl: string): Promise<Row[]> {
  const { url, gateway } = fixture
  const connections = await openConnections(url, CONNECTIONS)
  const request = requestOf(fixture, KEY)
  const { body } = await firstHit(connections, request)
  const about = { process: gateway, connections, says: /\r\nX-Cache: HIT\r\n/ }
  const ours = subject({ ...about, name: 'cached answers', request, body })
  const limited = requestOf(fixture, await limitedKey(redisUrl))
  const counted = subject({ ...about, name: 'the same, counted for a limit', request: limited, body })
  const zipped = requestOf(fixture, KEY, { 'Accept-Encoding': 'gzip' })
  const packed = subject({
    ...about,
    name: 'the same, with gzip',
    request: zipped,
    body: (await firstHit(connections, zipped)).body,
  })
  const bareProcess = await startBare(redisUrl, body)
  const bareConnections = await openConnections(/http:\S+/.exec(bareProcess.line)?.[0] ?? '', CONNECTIONS)
  const bare = subject({
    name: 'bare Koa route with one Redis GET',
    process: bareProcess,
    connections: bareConnections,
    request: getRequest('/', {}),
    says: / 200 OK\r\n/,
    body,
  })
  const all = [bare, ours, counted, packed]
  try {
    for (let round = 0; round <= ROUNDS; round++) for (const one of all) await oneRound(one, round > 0)
    return [...all.flatMap(rowsOf), ratioRow(ours, bare), ...(await steadyRows(ours, bare))]
  } finally {
    for (const { close } of [...connections, ...bareConnections]) close()
    await bareProcess.stop()
  }
}

function requestOf(
  { site }: GatewayFixture,
  key: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const path = `/metadata?url=${encodeURIComponent(site.url('/usual'))}`
  return getRequest(path, { 'X-API-Key': key, ...more })
}

function subject(about: Omit<Subject, 'rates' | 'costs'>): Subject {
  return { ...about, rates: [], costs: [] }
}

/** The first answer is computed, the next one comes from the cache. */
async function firstHit([connection]: readonly Connection[], request: string): Promise<RawAnswer> {
  if (connection === undefined) throw new Error('no connection')
  await connection.ask(request)
  const answer = await connection.ask(request)
  if (!/ 200 OK\r\n/.test(answer.head) || !/X-Cache: HIT/.test(answer.head)) throw new Error(answer.head)
  return answer
}

async function limitedKey(redisUrl: string): Promise<string> {
  const store = redisResultStore({ url: redisUrl, keyPrefix: 'pageprobe:', commandTimeoutMs: 800 })
  const limits = { metadata: 1_000_000_000 }
  const about = {
    plan: 'pro',
    scopes: ['metadata'],
    label: 'bench',
    limits,
    metadataTtlSeconds: null,
  } as const
  try {
    return await createKey(store, about)
  } finally {
    await store.close()
  }
}

async function startBare(redisUrl: string, body: Buffer): Promise<Child> {
  const redis = new Redis(redisUrl)
  await redis.set(BARE_KEY, body)
  await redis.quit()
  return startChild(join(import.meta.dirname, 'bare-koa.ts'), [redisUrl, BARE_KEY], {}, /listening on/)
}

function checkOf({ name, says, body }: Subject): (answer: RawAnswer) => void {
  return (answer) => {
    const isRight = says.test(answer.head) && answer.body.equals(body)
    if (!isRight) throw new Error(`${name}: a wrong answer: ${answer.head}`)
  }
}

/** The first round warms up and does not count. */
async function oneRound(one: Subject, isCounted: boolean): Promise<void> {
  const cpu = one.process.cpuSeconds()
  const rate = await closedLoop(one.connections, { request: one.request, check: checkOf(one), ms: ROUND_MS })
  const cost = ((one.process.cpuSeconds() - cpu) * 1e6) / ((rate * ROUND_MS) / 1000)
  if (!isCounted) return
  one.rates.push(rate)
  one.costs.push(cost)
}

function rowsOf({ name, rates, costs, body }: Subject): Row[] {
  const value = `${median(rates).toFixed(0)} a second, ${median(costs).toFixed(0)} us of processor each`
  return [{ figure: `${name}, ${body.length} bytes`, value }]
}

/** Ratio of adjacent rounds, which other work of the machine affects equally. */
function ratioRow(ours: Subject, bare: Subject): Row {
  const ratios = ours.rates.map((rate, round) => rate / (bare.rates[round] ?? 1))
  return {
    figure: 'cached answers / bare Koa route, median',
    value: `${median(ratios).toFixed(2)} (processor: ${(median(bare.costs) / median(ours.costs)).toFixed(2)})`,
    goal: '>= 0.6',
  }
}

async function steadyRows(ours: Subject, bare: Subject): Promise<Row[]> {
  const rate = Math.round(median(ours.rates) / 2)
  const rows: Row[] = []
  for (const one of [bare, ours]) {
    const { connections, request, name } = one
    const times = await openLoop(connections, { request, check: checkOf(one), rate, ms: STEADY_MS })
    const goal = one === ours ? { goal: 'p99 < 10' } : {}
    rows.push({ figure: `${name}, ${rate} a second, ms`, value: spread(times), ...goal })
  }
  return rows
}
