import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import {
  endAllServices,
  launch,
  type ServiceProcess,
  startParts,
} from '#test/support/service/service-process.ts'
import {
  ownMinio,
  ownRedis,
  type SuiteService,
  sharedKafka,
  sharedPostgres,
} from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

describe('parts whose services are away at their start, or empty later', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = ownMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let site: TargetSite
  let suites = 0

  beforeEach(async () => {
    site = await openSite()
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`,
      BATCH_HOST_DELAY_MS: '0',
    }
  })
  afterEach(async () => {
    await endAllServices()
    await site?.close()
  })

  const away: Record<string, () => SuiteService> = { Redis: () => redis, 'the object store': () => minio }
  for (const [name, suite] of Object.entries(away)) {
    it(`wait at their start for ${name}, and report that they are not ready`, async () => {
      const [port] = await freePorts(1)
      await suite().service.kill()
      const { service, up } = await launch([], { env: { ...env, PORT: String(port) } })
      const base = `http://127.0.0.1:${port}`
      while (!(await get(`${base}/readyz`).catch(() => null))) await sleep(20)
      const refused = [await get(`${base}/readyz`), await getMetadata(base, site.url('/'))]
      const printed = service.stdout()
      await suite().service.start()
      const back = performance.now()
      expect(await up).to.equal(base)
      const recoveredMs = performance.now() - back
      const wrong = refused.filter(({ status }) => status !== 503).length
      reportFault({ fault: `started while ${name} is away`, wrong, recoveredMs })
      expect([wrong, printed]).to.deep.equal([0, ''])
      expect((await get(`${base}/readyz`)).status).to.equal(200)
      expect((await getMetadata(base, site.url('/'))).status).to.equal(200)
      expect(await service.stop()).to.equal(0)
    })
  }

  it('add the configured key again to a store that lost its data', async () => {
    const service: ServiceProcess = await startParts([], { env })
    expect((await getMetadata(service.url, site.url('/before'))).status).to.equal(200)
    await redis.service.kill()
    await redis.service.start()
    const back = performance.now()
    let status = 0
    for (let tries = 0; tries < 100 && status !== 200; tries++) {
      status = (await getMetadata(service.url, site.url(`/after-${tries}`))).status
      expect(status).to.be.oneOf([200, 503])
      await sleep(100)
    }
    const recoveredMs = performance.now() - back
    reportFault({ fault: 'Redis back without its data, and so without the configured key', recoveredMs })
    expect(status).to.equal(200)
    await sleep(KEY_BELIEVED_MS)
    expect((await getMetadata(service.url, site.url('/much-later'))).status).to.equal(200)
  })
})

/** Gateways read a key from the store again after this time at the latest. */
const KEY_BELIEVED_MS = 6000
