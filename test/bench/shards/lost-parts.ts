import { setTimeout as sleep } from 'node:timers/promises'
import { startKafkaCluster } from '#infra/services/kafka.ts'
import type { HostVisits } from '#test/support/sites/visit-recorder.ts'
import { openBatchSite } from '../batch-fixture.ts'
import { pageUrls } from '../batch-pages.ts'
import type { Row } from '../table.ts'
import { type BenchPart, type BenchParts, openBenchParts } from './batch-parts.ts'
import { startEndingClock } from './ending-clock.ts'
import { longestToRelease } from './release-clock.ts'
import { fetchedAgain, pageRequests, resultRows } from './result-rows.ts'
import { whenReady } from './when-ready.ts'

export interface LostPartsOptions {
  readonly pages: number
  readonly hosts: number
  /** Settings of Redis and the object store. */
  readonly env: Readonly<Record<string, string>>
}

const PARTS = 3
const SHARDS = 64
const DELAY_MS = 1000
const LOSSES = 5
const BETWEEN_MS = 20_000
const LOOK_MS = 1000

/** Returns when parts were lost, in milliseconds since the epoch. */
type Fault = (parts: readonly BenchPart[]) => Promise<number[]>

const faults: Readonly<Record<string, Fault>> = {
  async 'parts killed with their folders'(parts) {
    const losses: number[] = []
    for (let at = 0; at < LOSSES; at++) {
      await sleep(BETWEEN_MS)
      losses.push(Date.now())
      await parts[Math.floor(Math.random() * parts.length)]?.lose()
    }
    return losses
  },
  async 'parts restarted in turn'(parts) {
    const losses: number[] = []
    for (const part of parts) {
      await sleep(BETWEEN_MS / 2)
      losses.push(Date.now())
      await part.restart()
    }
    return losses
  },
}

/** Three batch parts on three brokers, which are killed or restarted while a batch of real pages runs. */
export async function lostParts({ pages, hosts, env }: LostPartsOptions): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  try {
    const rows: Row[] = []
    for (const [at, [name, fault]] of Object.entries(faults).entries()) {
      const settings = { ...env, ...cluster.env, KAFKA_TOPIC_PREFIX: `bench${process.pid}.l${at}.` }
      rows.push(...(await measure(name, fault, { pages, hosts, env: settings })))
    }
    return rows
  } finally {
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

async function measure(name: string, fault: Fault, { pages, hosts, env }: LostPartsOptions): Promise<Row[]> {
  const site = await openBatchSite({ pages, hosts })
  const settings = {
    FRONTIER_SHARDS: String(SHARDS),
    BATCH_HOST_DELAY_MS: String(DELAY_MS),
    BATCH_WINDOW: '4000',
  }
  const service = await openBenchParts(PARTS, { ...settings, ...env }, [['fetch', 'extract']])
  try {
    const { id } = await whenReady(() => service.batches.submit(pageUrls(site.pages)))
    const stopClock = startEndingClock(env)
    const faulting = fault(service.parts)
    const unknown = await longestUnknown(service, id)
    const silences = await stopClock()
    const released = await longestToRelease(env, await faulting, SHARDS)
    return [
      ...(await resultRows(name, service.batches, id, pages)),
      {
        figure: `${name}: longest time without an ending, and of one shard, s`,
        value: `${silences.longest.toFixed(1)}, ${silences.longestOfShard.toFixed(1)}`,
        goal: '<= 5',
      },
      {
        figure: `${name}: longest time in which the status of the batch stood still, s`,
        value: unknown.toFixed(0),
      },
      {
        figure: `${name}: longest time from a loss to the first release of a shard, s`,
        value: released.toFixed(1),
        goal: '<= 30',
      },
      ...visitRows(name, await site.visits(), pages),
    ]
  } finally {
    await service.close()
    await site.close()
  }
}

/** Seconds in which no answer of the batch told of an ending: its home moves, too. */
async function longestUnknown({ batches }: BenchParts, id: string): Promise<number> {
  let [longest, last, done] = [0, performance.now(), 0]
  for (;;) {
    const answer = await batches.status(id).catch(() => null)
    const ended = answer === null ? done : answer.counts.done + answer.counts.failed
    const now = performance.now()
    if (ended > done) [last, done] = [now, ended]
    longest = Math.max(longest, now - last)
    if (answer?.state === 'finished') return longest / 1000
    await sleep(LOOK_MS)
  }
}

function visitRows(name: string, visits: readonly HostVisits[], pages: number): Row[] {
  const most = Math.max(...visits.map(({ maxConcurrent }) => maxConcurrent))
  const gaps = visits.flatMap(({ smallestGapMs }) => smallestGapMs ?? [])
  const rests = visits.flatMap(({ largestGapMs }) => largestGapMs ?? [])
  return [
    fetchedAgain(name, pageRequests(visits), pages),
    { figure: `${name}: requests to a host at the same time, at most`, value: String(most), goal: '1' },
    {
      figure: `${name}: shortest rest of a host, ms`,
      value: Math.min(...gaps).toFixed(0),
      goal: `>= ${DELAY_MS} but for robots.txt`,
    },
    {
      figure: `${name}: longest rest of a host, s`,
      value: (Math.max(...rests) / 1000).toFixed(1),
      goal: '<= 30 and its delay',
    },
  ]
}
