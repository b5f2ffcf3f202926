import { setTimeout as delay } from 'node:timers/promises'
import { metric } from '#test/support/service/api-client.ts'
import { type GatewayFixture, KEY } from './gateway-fixture.ts'
import { getRequest, openConnections, type RawAnswer } from './http-load.ts'
import type { Row } from './table.ts'

const CALLS = 2000
const HOSTS = 20
const WATCHED_SECONDS = 20
const SETTLE_MS = 5000
const CHUNK = 100

/** Concurrent calls that wait, each for a held page of its own. */
export async function waiting(fixture: GatewayFixture): Promise<Row[]> {
  const { gateway, url } = fixture
  const before = gateway.rss()
  const connections = await openConnections(url, CALLS)
  const calls: Promise<RawAnswer>[] = []
  for (const [index, connection] of connections.entries()) {
    const target = encodeURIComponent(fixture.site.url(`/held-${index}`, index % HOSTS))
    calls.push(connection.ask(getRequest(`/metadata?fields=basic&url=${target}`, { 'X-API-Key': KEY })))
    if (index % CHUNK === CHUNK - 1) await delay(CHUNK)
  }
  await untilWaiting(url)
  const during: number[] = []
  for (let second = 0; second < WATCHED_SECONDS; second++) {
    during.push(gateway.rss())
    await delay(1000)
  }
  fixture.release()
  const began = performance.now()
  const answers = await Promise.all(calls)
  const seconds = (performance.now() - began) / 1000
  await delay(SETTLE_MS)
  for (const { close } of connections) close()
  return rows({ before, during, after: gateway.rss(), right: answers.filter(isRight).length, seconds })
}

/** By the gateway's own metrics. */
async function untilWaiting(url: string): Promise<void> {
  while ((await metric(url, 'pageprobe_waiting_callers')) !== CALLS) await delay(200)
}

function isRight({ head, body }: RawAnswer, index: number): boolean {
  const isAnswer = head.startsWith('HTTP/1.1 200 ')
  return isAnswer && (JSON.parse(body.toString()) as { title: string }).title === `Page /held-${index}`
}

interface Seen {
  readonly before: number
  /** Samples every second, while all wait. */
  readonly during: readonly number[]
  readonly after: number
  readonly right: number
  readonly seconds: number
}

function rows({ before, during, after, right, seconds }: Seen): Row[] {
  const [first = 0] = during
  const middle = during.at(WATCHED_SECONDS / 2) ?? 0
  const last = during.at(-1) ?? 0
  const shown = [first, middle, last].map((mib) => mib.toFixed(0))
  return [
    {
      figure: `${CALLS} waiting calls: answered right`,
      value: `${right} in ${seconds.toFixed(1)} s`,
      goal: `${CALLS}`,
    },
    {
      figure: 'gateway, RSS MiB before; waiting (0, 10, 20 s); after',
      value: `${before.toFixed(0)}; ${shown.join(' ')}; ${after.toFixed(0)}`,
    },
    {
      figure: 'growth in the last 10 s, when the burst has settled, MiB',
      value: (last - middle).toFixed(0),
      goal: 'flat: <= 10',
    },
  ]
}
