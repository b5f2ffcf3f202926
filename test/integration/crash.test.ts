import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { get } from '#test/tools/api-client.ts'
import { type Load, startLoad, untilEnded, watchEndings, wentOnAfter } from '#test/tools/load.ts'
import { endingsOf, type OutsideClient, tally } from '#test/tools/outside-client.ts'
import { outsideKafka } from '#test/tools/outside-kafka.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/tools/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/tools/services.ts'
import { openSite, type TargetSite } from '#test/tools/target-site.ts'

const HOSTS = 10
const BATCH = 300
/** Endings after which the process is killed: the load is in full swing then. */
const KILL_AT = 60

/** Longer than its group waits for a silent member. */
const SUSPENDED_MS = 9000

interface Parts {
  readonly fetch: readonly ServiceProcess[]
  readonly extract: readonly ServiceProcess[]
  readonly gateway: readonly ServiceProcess[]
}

interface Strike {
  readonly part: keyof Parts
  /** How many run at first. */
  readonly count: number
  /** Who takes over, in words. */
  readonly by: string
  /** It is only stopped (SIGSTOP), and goes on when its group has long given it up. */
  readonly returns?: true
}

const strikes: readonly Strike[] = [
  { part: 'fetch', count: 1, by: 'another one, started then' },
  { part: 'fetch', count: 2, by: 'another one beside it' },
  { part: 'extract', count: 1, by: 'another one, started then' },
  { part: 'extract', count: 2, by: 'another one beside it' },
  { part: 'gateway', count: 2, by: 'the other gateway' },
  { part: 'fetch', count: 2, by: 'another one beside it, until it wakes up again', returns: true },
  { part: 'extract', count: 2, by: 'another one beside it, until it wakes up again', returns: true },
]

describe('after kill -9 (or SIGSTOP) in the middle of a load, on Kafka, Redis and MinIO', function () {
  this.timeout(180_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let env: Record<string, string>
  let listen: string[]
  let site: TargetSite | null
  let outside: OutsideClient | null
  let stands = 0

  beforeEach(async () => {
    listen = (await freePorts(2)).map((port) => `127.0.0.1:${port}`)
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${stands++}.`,
      BATCH_HOST_DELAY_MS: '0',
      LOOKUPS_ADDRESS: listen.join(),
    }
    outside = null
    site = null
  })
  afterEach(async () => {
    await endAllServices()
    await outside?.close()
    await site?.close()
  })

  function start(part: keyof Parts, at = 0): Promise<ServiceProcess> {
    return startParts([part], { env: { ...env, LOOKUPS_LISTEN: listen[at] ?? '' } })
  }

  async function startAll(struck: Strike): Promise<Parts> {
    const several = (part: keyof Parts, count: number) =>
      Promise.all(
        Array.from({ length: part === struck.part ? struck.count : count }, (_, at) => start(part, at)),
      )
    return {
      fetch: await several('fetch', 1),
      extract: await several('extract', 1),
      gateway: await several('gateway', 2),
    }
  }

  /** Kills the first of them; the replacement listens where nobody did, as the first one's port may still be taken. */
  async function kill({ part, count, returns }: Strike, parts: Parts): Promise<void> {
    const [first] = parts[part]
    if (returns) return suspend(first as ServiceProcess)
    await first?.kill()
    if (count === 1) await start(part, 1)
  }

  async function suspend(service: ServiceProcess): Promise<void> {
    service.signal('SIGSTOP')
    await sleep(SUSPENDED_MS)
    service.signal('SIGCONT')
  }

  for (const strike of strikes) {
    it(`of ${strike.part}, ${strike.by} goes on: all that was accepted ends, once`, async () => {
      site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 150) })
      const parts = await startAll(strike)
      outside = await outsideKafka(env)
      const watch = watchEndings(outside)
      const gateways = parts.gateway.map(({ url }) => url)
      const load = startLoad({ site, hosts: HOSTS, outside, batch: BATCH, gateways })
      while (watch.seen.size < KILL_AT) await sleep(5)
      const killed = Date.now()
      const waiting = [...load.accepted.keys()].filter((id) => !watch.seen.has(id))
      await kill(strike, parts)
      await load.fed
      await untilEnded(outside, [...load.accepted.keys()])
      await load.finish()
      const ids = [...load.accepted.keys()]
      await untilEnded(outside, ids)
      watch.stop()
      tell(strike, load, outside, wentOnAfter(watch.seen, waiting, killed))
      expect(tally(ids, outside.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
      expect(wrongTitles(load, outside)).to.deep.equal([])
      await expectReadable(load, parts.gateway.at(-1)?.url ?? '')
    })
  }
})

function tell({ part, by }: Strike, load: Load, { records }: OutsideClient, resumed: number): void {
  const figures = [
    `stuck inspections went on ${resumed} ms after the kill`,
    `${load.accepted.size} accepted, ${load.interactive.size} of them interactive`,
    `${load.refused()} calls refused`,
    `${records.length - load.accepted.size} repeats`,
  ]
  console.log(`      ${part}, ${by}: ${figures.join('; ')}`)
}

/** Ids whose ending is not the result of their own page. */
function wrongTitles({ accepted }: Load, { records }: OutsideClient): string[] {
  const endings = endingsOf(records)
  return [...accepted].flatMap(([id, path]) => {
    const [ending] = endings.get(id) ?? []
    const title = ending?.topic === 'result.metadata' && JSON.parse(ending.content).result.title
    return title === `Page ${path}` ? [] : [`${id}: ${ending?.content}`]
  })
}

async function expectReadable({ interactive }: Load, gateway: string): Promise<void> {
  expect(interactive.size).to.be.above(0)
  for (const [id, path] of interactive) {
    const { status, json } = await get(`${gateway}/inspections/${id}`)
    expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
  }
}
