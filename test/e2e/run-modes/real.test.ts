import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { BATCH, binaryRequest, type ExternalClient, tally } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { startLoad, untilEnded } from '#test/support/faults/load.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import {
  endAllServices,
  launch,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import { ownMinio, ownRedis, type SuiteService, sharedKafka } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 8

describe('parts in separate processes', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = ownMinio()
  let env: Record<string, string>
  let listen: string[]
  let site: TargetSite
  let external: ExternalClient | null
  let suites = 0

  beforeEach(async () => {
    listen = (await freePorts(2)).map((port) => `127.0.0.1:${port}`)
    external = null
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`,
      BATCH_HOST_DELAY_MS: '0',
    }
  })
  afterEach(async () => {
    await external?.close()
    await endAllServices()
    await site?.close()
  })

  const startExtract = () => startParts(['extract'], { env: { ...env, LOOKUPS_ADDRESS: listen.join() } })
  const fetchAt = (at: number, more = {}) =>
    startParts(['fetch'], { env: { ...env, ...more, LOOKUPS_LISTEN: listen[at] ?? '' } })

  it('share the work between two processes of the same part', async () => {
    const held = Promise.withResolvers<void>()
    const inside = new Set<string>()
    site = await openSite({
      hosts: HOSTS,
      async before(path) {
        inside.add(path)
        await held.promise
      },
    })
    await Promise.all([0, 1].map((at) => fetchAt(at, { FETCH_CONCURRENCY: '1' })))
    external = await externalKafka(env)
    const requests = Array.from({ length: HOSTS }, (_, at) => {
      const parameters = { url: site.url(`/shared-${at}`, at), fields: 'basic' }
      return {
        ...binaryRequest(`${listen[0]}-${at}`, { operation: 'metadata', parameters }),
        key: `host-${at}`,
      }
    })
    await external.produce(BATCH, requests)
    while (inside.size < 2) await sleep(10)
    held.resolve()
    await startExtract()
    const ids = requests.map(({ headers }) => String(headers?.ce_id))
    await untilEnded(external, ids)
    expect(tally(ids, external.records)).to.deep.equal({ once: HOSTS, lost: [], several: [] })
  })

  it('hand over on SIGTERM: nothing is lost or done twice', async () => {
    site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 100) })
    const first = await fetchAt(0)
    await fetchAt(1)
    const [extract] = await Promise.all([0, 1].map(startExtract))
    external = await externalKafka(env)
    const load = startLoad({ site, hosts: HOSTS, external, batch: 200, gateways: [] })
    while (external.records.length < 20) await sleep(10)
    expect(await Promise.all([first.stop(), extract?.stop()])).to.deep.equal([0, 0])
    await load.finish()
    const ids = [...load.accepted.keys()]
    await untilEnded(external, ids)
    expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    expect(external.records).to.have.length(ids.length)
    const paths = [...load.accepted.values()]
    expect(paths.filter((path) => site.hits(path) !== 1)).to.deep.equal([])
  })

  const away: Record<string, () => SuiteService> = { Redis: () => redis, 'the object store': () => minio }
  for (const [name, suite] of Object.entries(away)) {
    it(`wait at their start for ${name}, and report that they are not ready`, async () => {
      site = await openSite()
      const [port] = await freePorts(1)
      await suite().service.kill()
      const { service, up } = await launch([], { env: { ...env, PORT: String(port) } })
      const base = `http://127.0.0.1:${port}`
      while (!(await get(`${base}/readyz`).catch(() => null))) await sleep(20)
      expect((await get(`${base}/readyz`)).status).to.equal(503)
      expect((await getMetadata(base, site.url('/'))).status).to.equal(503)
      expect(service.stdout()).to.equal('')
      await suite().service.start()
      expect(await up).to.equal(base)
      expect((await get(`${base}/readyz`)).status).to.equal(200)
      expect((await getMetadata(base, site.url('/'))).status).to.equal(200)
      expect(await service.stop()).to.equal(0)
    })
  }

  it('exit with 0 on SIGTERM even while they wait for a service', async () => {
    await redis.service.kill()
    const { service, up } = await launch([], { env })
    up.catch(() => undefined)
    while (!/waiting/.test(service.stderr())) await sleep(20)
    expect(await service.stop()).to.equal(0)
    await redis.service.start()
  })

  it('add the configured key again to a store that lost its data', async () => {
    site = await openSite()
    const service: ServiceProcess = await startParts([], { env })
    expect((await getMetadata(service.url, site.url('/before'))).status).to.equal(200)
    await redis.service.kill()
    await redis.service.start()
    let status = 0
    for (let tries = 0; tries < 100 && status !== 200; tries++) {
      status = (await getMetadata(service.url, site.url(`/after-${tries}`))).status
      expect(status).to.be.oneOf([200, 503])
      await sleep(100)
    }
    expect(status).to.equal(200)
    await sleep(KEY_BELIEVED_MS)
    expect((await getMetadata(service.url, site.url('/much-later'))).status).to.equal(200)
  })
})

/** Gateways read a key from the store again after this time at the latest. */
const KEY_BELIEVED_MS = 6000
