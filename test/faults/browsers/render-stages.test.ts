import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  outcomesOf,
  tally,
} from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { repeatsIn, resumedAfterMs, untilEnded, watchOutcomes } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { postSnapshot, readEnded } from '#test/support/service/api-client.ts'
import { descendantsOf, eventually, type Seen, stillRunning } from '#test/support/service/processes.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 8
const BATCH_PAGES = 16
const INTERACTIVE_PAGES = 8
/** Number of outcomes after which a stage is ended, at full load. */
const FAULT_AFTER = 4
const small = { viewport: { width: 320, height: 240 }, waitUntil: 'load', timeout: 60_000 }

describe('render stages of their own, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let site: TargetSite
  let external: ExternalClient
  let gateway: ServiceProcess
  let held: PromiseWithResolvers<void>
  let suites = 0

  before(function () {
    requireBrowser(this)
  })
  beforeEach(async () => {
    const [port] = await freePorts(1)
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}snapshot-${suites++}.`,
      BATCH_HOST_DELAY_MS: '0',
      RENDER_CONCURRENCY: '2',
      LOOKUPS_LISTEN: `127.0.0.1:${port}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${port}`,
      BATCHES_LISTEN: '127.0.0.1:0',
    }
    held = Promise.withResolvers()
    const before = (path: string) => (path.startsWith('/held') ? held.promise : sleep(200))
    site = await openSite({ hosts: HOSTS, before })
    gateway = await startParts(['fetch', 'gateway', 'batch'], { env })
    external = await externalKafka(env)
  })
  afterEach(async () => {
    held.resolve()
    await external.close()
    await endAllServices()
    await site.close()
  })

  const startRender = () => startParts(['render'], { env: { ...env, PUBLIC_URL: gateway.url } })

  async function request(path: string, host = 0): Promise<string> {
    const headers = { prefer: 'respond-async' }
    const { status, headers: reported } = await postSnapshot(
      gateway.url,
      { ...small, url: site.url(path, host) },
      { headers },
    )
    expect(status).to.equal(202)
    return reported.get('location')?.split('/').at(-1) as string
  }

  /** Sends requests to both lanes; returns the ids of all accepted ones. */
  async function load(): Promise<{ interactive: string[]; all: string[] }> {
    const requests = Array.from({ length: BATCH_PAGES }, (_, at) =>
      binaryRequest(randomUUID(), {
        operation: 'snapshot',
        parameters: { ...small, url: site.url(`/fed-${at}`, at % HOSTS) },
      }),
    )
    await external.produce(BATCH, requests)
    const interactive = await Promise.all(
      Array.from({ length: INTERACTIVE_PAGES }, (_, at) => request(`/asked-${at}`, at % HOSTS)),
    )
    return { interactive, all: [...interactive, ...requests.map(({ headers }) => String(headers?.ce_id))] }
  }

  /** Checks that every inspection has one outcome, its image. */
  async function expectAllSnapshots({
    interactive,
    all,
  }: {
    interactive: string[]
    all: string[]
  }): Promise<void> {
    expect(tally(all, external.records)).to.deep.equal({ once: all.length, lost: [], several: [] })
    const outcomes = [...outcomesOf(external.records).values()].flat()
    const failed = outcomes.filter(({ topic }) => topic !== 'result.snapshot')
    expect(failed.length, failed.map(({ content }) => content).join()).to.equal(0)
    for (const id of interactive) expect((await readEnded(gateway.url, id)).status).to.equal(200)
    const [one] = outcomes
    const { result } = JSON.parse(one?.content ?? '') as { result: { screenshot_url: string } }
    expect((await fetch(result.screenshot_url)).status).to.equal(200)
  }

  async function expectGone(browsers: readonly Seen[]): Promise<void> {
    expect(browsers).not.to.deep.equal([])
    await eventually(() => stillRunning(browsers).length === 0)
    expect(stillRunning(browsers)).to.deep.equal([])
  }

  const endings = {
    'kill -9': (render: ServiceProcess) => render.kill(),
    async SIGTERM(render: ServiceProcess) {
      expect(await render.stop()).to.equal(0)
    },
  }
  for (const [ending, end] of Object.entries(endings)) {
    for (const count of [1, 2]) {
      const heir = count === 1 ? 'another one, started then' : 'another one beside it'
      it(`after ${ending} of one in the middle of a load, ${heir} takes over: each ends once`, async () => {
        const [first] = (await Promise.all(Array.from({ length: count }, startRender))) as [ServiceProcess]
        const watch = watchOutcomes(external)
        const accepted = await load()
        while (watch.seen.size < FAULT_AFTER) await sleep(5)
        const browsers = descendantsOf(first.pid)
        const since = Date.now()
        const waiting = accepted.all.filter((id) => !watch.seen.has(id))
        await end(first)
        await expectGone(browsers)
        if (count === 1) await startRender()
        await untilEnded(external, accepted.all)
        watch.stop()
        reportFault({
          fault: `a render stage ended by ${ending}, ${heir}`,
          accepted: accepted.all.length,
          lost: tally(accepted.all, external.records).lost.length,
          wrong: external.records.filter(({ topic }) => topic !== 'result.snapshot').length,
          repeated: repeatsIn(external.records),
          recoveredMs: resumedAfterMs(watch.seen, waiting, since),
        })
        await expectAllSnapshots(accepted)
      })
    }
  }

  it('hand over long inspections on SIGTERM', async () => {
    const first = await startRender()
    const id = await request('/held')
    while (site.hits('/held') === 0) await sleep(20)
    await startRender()
    const browsers = descendantsOf(first.pid)
    expect(await first.stop()).to.equal(0)
    await expectGone(browsers)
    held.resolve()
    await untilEnded(external, [id])
    reportFault({
      fault: 'a render stage stopped beside a page that does not load',
      accepted: 1,
      lost: tally([id], external.records).lost.length,
      repeated: repeatsIn(external.records),
    })
    await expectAllSnapshots({ interactive: [id], all: [id] })
  })
})
