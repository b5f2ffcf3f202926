import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { getMetadata } from '#test/tools/api-client.ts'
import { freshPages, openPartsStand, type PartsStand } from '#test/tools/parts-stand.ts'
import { ownKafkaCluster, ownRedis, ownSecureKafka, sharedMinio } from '#test/tools/services.ts'
import { type FaultReport, underFault } from '#test/tools/under-fault.ts'

const PAGES = 150
const KILLED_MS = 12_000
const SUSPENDED_MS = 10_000
const LIMIT_MS = 90_000
const SECURE_PAGES = 20

function expectNothingLost({ odd, accepted, lost, several, batch }: FaultReport): void {
  expect(odd).to.deep.equal([])
  expect({ lost, several, batch }).to.deep.equal({
    lost: 0,
    several: 0,
    batch: { accepted: PAGES, done: PAGES, once: PAGES },
  })
  expect(accepted).to.be.above(0)
}

describe('three brokers', () => {
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = sharedMinio()
  // Apart, so that the parts stop before the services do.
  describe('of which one is away', function () {
    this.timeout(300_000)
    let stand: PartsStand
    before('start the parts', async () => {
      stand = await openPartsStand({ ...cluster.env, ...redis.env, ...minio.env })
    })
    after(() => stand?.close())

    async function work(name: string, strike: () => Promise<void>): Promise<void> {
      const report = await underFault(stand, { name, pages: PAGES, strike, limitMs: LIMIT_MS })
      const seconds = (report.longestRefusalMs / 1000).toFixed(1)
      console.log(`        ${name}: calls were refused for ${seconds} s at most`)
      expectNothingLost(report)
      // Calls work again while the broker is still away, or soon after its return.
      expect((await getMetadata(stand.url, stand.site.url(`/after-${name}`))).status).to.equal(200)
    }

    it('lose nothing, and refuse calls as documented: one killed, and started again', async () => {
      const [broker] = cluster.brokers
      await work('killed', async () => {
        await broker?.kill()
        await sleep(KILLED_MS)
        await broker?.start()
      })
    })

    it('lose nothing, and refuse calls as documented: one suspended, which goes on', async () => {
      const [, broker] = cluster.brokers
      await work('suspended', async () => {
        await broker?.suspend()
        await sleep(SUSPENDED_MS)
        broker?.resume()
      })
    })
  })
})

describe('a broker that takes TLS with SASL/SCRAM alone', () => {
  const kafka = ownSecureKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  describe('and the parts of the service', function () {
    this.timeout(300_000)
    let stand: PartsStand
    before('start the parts', async () => {
      stand = await openPartsStand({ ...kafka.env, ...redis.env, ...minio.env })
    })
    after(() => stand?.close())

    it('answer calls and do a batch', async () => {
      const { status, json } = await getMetadata(stand.url, stand.site.url('/call'))
      expect([status, json?.title]).to.deep.equal([200, 'Page /call'])
      const { id } = await stand.batches.submit(freshPages(stand.site, SECURE_PAGES, 'secure'))
      const { counts } = await stand.batches.untilEnded(id)
      expect(counts).to.include({ done: SECURE_PAGES, failed: 0 })
    })
  })
})
