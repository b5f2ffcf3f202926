// own service: one of two gateways is killed
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { getMetadata, requestAsync } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** By then each gateway has counted the requests that wait in the log. */
const COUNTED_MS = 9000
const LIMIT = 8

describe('two gateways, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let suites = 0

  /** Starts the stages in one process, and separate gateways. */
  async function start(more: Readonly<Record<string, string>>) {
    const [port] = (await freePorts(1)) as [number]
    const env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`,
      LOOKUPS_LISTEN: `127.0.0.1:${port}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${port}`,
      ...more,
    }
    await startParts(['fetch', 'extract'], { env })
    const startGateway = () => startParts(['gateway'], { env })
    return { startGateway, gateways: await Promise.all([startGateway(), startGateway()]) }
  }

  describe('when one of them is killed', () => {
    let site: TargetSite
    let held: PromiseWithResolvers<void>
    beforeEach(async () => {
      held = Promise.withResolvers()
      site = await openSite({
        before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
      })
    })
    afterEach(async () => {
      held.resolve()
      await endAllServices()
      await site.close()
    })

    it('callers who joined its inspection at another gateway are answered, and later callers too', async () => {
      const { gateways } = await start({ FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '60000' })
      const [first, second] = gateways as [ServiceProcess, ServiceProcess]
      const url = site.url('/held')
      const lost = getMetadata(first.url, url).catch(() => 'lost')
      while (site.hits('/held') === 0) await sleep(10)
      const joined = Array.from({ length: 20 }, () => getMetadata(second.url, url))
      await sleep(500)
      await first.kill()
      expect(await lost).to.equal('lost')
      const late = getMetadata(second.url, url)
      held.resolve()
      for (const { status, json } of await Promise.all([...joined, late])) {
        expect([status, json?.title]).to.deep.equal([200, 'Page /held'])
      }
      expect((await getMetadata(second.url, url)).json?.title).to.equal('Page /held')
      expect(site.hits('/held')).to.equal(1)
    })

    it('the queue stays full, for the other gateway and for the successor', async () => {
      const { gateways, startGateway } = await start({
        QUEUE_LIMIT: String(LIMIT),
        FETCH_TIMEOUT_MS: '60000',
        // Nothing that waits expires within this test.
        ANSWER_TIMEOUT_MS: '60000',
      })
      const [first, second] = gateways as [ServiceProcess, ServiceProcess]
      const ask = (gateway: ServiceProcess, name: string) =>
        requestAsync(gateway.url, site.url(`/held-${name}`))
      const asked = await Promise.all(Array.from({ length: LIMIT }, (_, at) => ask(first, `first-${at}`)))
      // Three quarters: the share of one key.
      expect(asked.filter((id) => id !== null)).to.have.length(6)
      await sleep(COUNTED_MS)
      expect(await ask(second, 'second-0')).to.be.a('string')
      expect(await ask(second, 'second-1')).to.be.a('string')
      // A count that these two fell into may have missed others.
      await sleep(COUNTED_MS)
      expect(await ask(second, 'second-2')).to.equal(null)
      await first.kill()
      const third = await startGateway()
      expect(await ask(third, 'third')).to.equal(null)
      held.resolve()
      for (const gateway of [second, third]) {
        while ((await ask(gateway, `again-${gateway.pid}`)) === null) await sleep(100)
      }
    })
  })
})
