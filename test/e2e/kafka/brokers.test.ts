import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type FaultReport, underFault } from '#test/support/faults/under-fault.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { freshPages, openPartsFixture, type PartsFixture } from '#test/support/service/parts-fixture.ts'
import { ownKafkaCluster, ownRedis, ownSecureKafka, sharedMinio } from '#test/support/service/services.ts'

const PAGES = 150
const KILLED_MS = 12_000
const SUSPENDED_MS = 10_000
const LIMIT_MS = 90_000
const SECURE_PAGES = 20

function expectNothingLost({ undocumented, accepted, lost, several, batch }: FaultReport): void {
  expect(undocumented).to.deep.equal([])
  expect({ lost, several, batch }).to.deep.equal({
    lost: 0,
    several: 0,
    batch: { accepted: PAGES, done: PAGES, once: PAGES },
  })
  expect(accepted).to.be.above(0)
}

/** A busy machine may refuse some calls, as documented. */
async function untilAnswered({ url, site }: PartsFixture, path: string): Promise<void> {
  await eventually(async () => {
    const { status, json } = await getMetadata(url, site.url(path))
    expect(status).to.be.oneOf([200, 503])
    return status === 200 && json?.title === `Page ${path}`
  }, LIMIT_MS)
}

describe('three brokers', () => {
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = sharedMinio()
  // Nested, so that the parts stop before the services do.
  describe('of which one is unavailable', function () {
    this.timeout(600_000)
    let fixture: PartsFixture
    before('start the parts', async () => {
      fixture = await openPartsFixture({ ...cluster.env, ...redis.env, ...minio.env })
    })
    after(() => fixture?.close())

    async function work(name: string, inject: () => Promise<void>): Promise<void> {
      const report = await underFault(fixture, { name, pages: PAGES, inject, limitMs: LIMIT_MS })
      const seconds = (report.longestRefusalMs / 1000).toFixed(1)
      console.log(`        ${name}: calls were refused for at most ${seconds} s`)
      expectNothingLost(report)
      await untilAnswered(fixture, `/after-${name}`)
    }

    it('lose nothing, and refuse calls as documented: one killed and restarted', async () => {
      const [broker] = cluster.brokers
      await work('killed', async () => {
        await broker?.kill()
        await sleep(KILLED_MS)
        await broker?.start()
      })
    })

    it('lose nothing, and refuse calls as documented: one suspended and resumed', async () => {
      const [, broker] = cluster.brokers
      await work('suspended', async () => {
        await broker?.suspend()
        await sleep(SUSPENDED_MS)
        broker?.resume()
      })
    })
  })
})

describe('a broker that accepts only TLS with SASL/SCRAM', () => {
  const kafka = ownSecureKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  describe('and the parts of the service', function () {
    this.timeout(300_000)
    let fixture: PartsFixture
    before('start the parts', async () => {
      fixture = await openPartsFixture({ ...kafka.env, ...redis.env, ...minio.env })
    })
    after(() => fixture?.close())

    it('answer calls and run a batch', async () => {
      await untilAnswered(fixture, '/call')
      const { id } = await fixture.batches.submit(freshPages(fixture.site, SECURE_PAGES, 'secure'))
      const { counts } = await fixture.batches.untilEnded(id)
      expect(counts).to.include({ done: SECURE_PAGES, failed: 0 })
    })
  })
})
