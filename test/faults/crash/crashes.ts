import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { type ExternalClient, tally } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import {
  figuresOf,
  type Load,
  resumedAfterMs,
  startLoad,
  untilEnded,
  watchOutcomes,
  wrongResults,
} from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { readEnded } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 10
const BATCH = 300
/** Number of outcomes after which the process is killed, at full load. */
const KILL_AT = 60

/** Callers that read the results at the same time. */
const READERS = 8

/** Longer than the session timeout of its group. */
const SUSPENDED_MS = 9000

interface Parts {
  readonly fetch: readonly ServiceProcess[]
  readonly extract: readonly ServiceProcess[]
  readonly gateway: readonly ServiceProcess[]
}

/** A part to crash, of several processes. */
export interface Crash {
  readonly part: keyof Parts
  /** Number of processes at first. */
  readonly count: number
  /** The successor, for the title. */
  readonly by: string
  /** The process is only suspended (SIGSTOP), and resumes after its session timeout. */
  readonly returns?: true
}

/** Cases for each crash in the middle of a load, on Kafka, Redis and MinIO. */
export function crashesContract(crashes: readonly Crash[]): void {
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let listen: string[]
  let site: TargetSite | null
  let external: ExternalClient | null
  let suites = 0

  beforeEach(async () => {
    listen = (await freePorts(2)).map((port) => `127.0.0.1:${port}`)
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`,
      BATCH_HOST_DELAY_MS: '0',
      LOOKUPS_ADDRESS: listen.join(),
    }
    external = null
    site = null
  })
  afterEach(async () => {
    await endAllServices()
    await external?.close()
    await site?.close()
  })

  function start(part: keyof Parts, at = 0): Promise<ServiceProcess> {
    return startParts([part], { env: { ...env, LOOKUPS_LISTEN: listen[at] ?? '' } })
  }

  async function startAll(crash: Crash): Promise<Parts> {
    const several = (part: keyof Parts, count: number) =>
      Promise.all(
        Array.from({ length: part === crash.part ? crash.count : count }, (_, at) => start(part, at)),
      )
    return {
      fetch: await several('fetch', 1),
      extract: await several('extract', 1),
      gateway: await several('gateway', 2),
    }
  }

  /** Kills the first process. The replacement listens on another port, since the first one may still be in use. */
  async function kill({ part, count, returns }: Crash, parts: Parts): Promise<void> {
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

  for (const crash of crashes) {
    it(`of ${crash.part}, ${crash.by} takes over: all accepted inspections end once`, async () => {
      site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 150) })
      const parts = await startAll(crash)
      external = await externalKafka(env)
      const watch = watchOutcomes(external)
      const gateways = parts.gateway.map(({ url }) => url)
      const load = startLoad({ site, hosts: HOSTS, external, batch: BATCH, gateways })
      while (watch.seen.size < KILL_AT) await sleep(5)
      const killed = Date.now()
      const waiting = [...load.accepted.keys()].filter((id) => !watch.seen.has(id))
      await kill(crash, parts)
      // Without a successor, work goes on once the process is back.
      const since = crash.returns && crash.count === 1 ? Date.now() : killed
      await load.produced
      await untilEnded(external, [...load.accepted.keys()])
      await load.finish()
      const ids = [...load.accepted.keys()]
      await untilEnded(external, ids)
      watch.stop()
      const recoveredMs = resumedAfterMs(watch.seen, waiting, since)
      const fault = `${crash.part} ${crash.returns ? 'suspended' : 'killed'}, ${crash.by}`
      reportFault({ fault, ...figuresOf(load, external), recoveredMs })
      expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
      expect(wrongResults(load, external.records).join('\n')).to.equal('')
      expect(load.undocumented()).to.equal(0)
      await expectReadable(load, parts.gateway.at(-1)?.url ?? '')
    })
  }
}

async function expectReadable({ interactive }: Load, gateway: string): Promise<void> {
  expect(interactive.size).to.be.above(0)
  const unread = interactive.entries()
  const readers = Array.from({ length: READERS }, async () => {
    for (const [id, path] of unread) {
      const { status, json } = await readEnded(gateway, id)
      expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
    }
  })
  await Promise.all(readers)
}
