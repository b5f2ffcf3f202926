import { expect } from 'chai'
import { Redis } from 'ioredis'
import { batchClient } from '#test/support/service/batch-client.ts'
import { bytesPresentAfter, sumOf } from '#test/support/service/redis-usage.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PAGES = 200
const QUARTER_SECONDS = 900
const MOST_BYTES = 600

describe('pages of batches in Redis', function () {
  this.timeout(90_000)
  const redis = ownRedis()
  let site: TargetSite
  before(async () => {
    site = await openSite()
  })
  after(async () => {
    await endAllServices()
    await site.close()
  })

  it(`leave at most ${MOST_BYTES} bytes each 15 minutes after they ended, all keys together`, async () => {
    const env = { REDIS_URL: redis.env.REDIS_URL ?? '', BATCH_HOST_DELAY_MS: '0' }
    const service = await startParts([], { env })
    const batches = batchClient(service.url, API_KEY)
    const { id } = await batches.submit(Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`)))
    const { counts } = await batches.untilEnded(id)
    expect(counts.done).to.equal(PAGES)
    const client = new Redis(redis.env.REDIS_URL ?? '')
    expect(await client.exists(...(await client.keys('pageprobe:outcome:*')))).to.equal(PAGES)
    const left = await bytesPresentAfter(client, QUARTER_SECONDS)
    client.disconnect()
    expect(left.get('inspections'))
      .to.be.above(PAGES * 30)
      .and.below(PAGES * 100)
    expect(left.get('inspection')).to.equal(undefined)
    expect(sumOf(left) / PAGES).to.be.below(MOST_BYTES)
  })
})
