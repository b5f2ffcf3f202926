// own service: it measures and fills the Redis servers of the service
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { bytesPresentAfter, sumOf } from '#test/support/service/redis-usage.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, type SuiteService } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { eventually } from '../eventually.ts'

const PAGES = 200
const QUARTER_SECONDS = 900
const MOST_BYTES = 600

describe('the service on a Redis for state and a Redis for caches', function () {
  this.timeout(120_000)
  const [state, cache] = [ownRedis(), ownRedis()]
  let clients: { readonly state: Redis; readonly cache: Redis }
  let site: TargetSite
  let url: string
  before(async () => {
    const urlOf = (redis: SuiteService) => redis.env.REDIS_URL ?? ''
    clients = { state: new Redis(urlOf(state)), cache: new Redis(urlOf(cache)) }
    site = await openSite()
    const env = { REDIS_URL: urlOf(state), REDIS_CACHE_URL: urlOf(cache), BATCH_HOST_DELAY_MS: '0' }
    url = (await startParts([], { env })).url
  })
  after(async () => {
    for (const client of Object.values(clients)) client.disconnect()
    await endAllServices()
    await site.close()
  })

  const keysOf = (redis: Redis, kind = '') => redis.keys(`pageprobe:${kind}*`)
  const kindsIn = async (redis: Redis) => [
    ...new Set((await keysOf(redis)).map((key) => key.split(':')[1] ?? '')),
  ]

  it(`leaves at most ${MOST_BYTES} bytes for each page of a batch 15 minutes after it ended, all keys together`, async () => {
    const batches = batchClient(url, API_KEY)
    const { id } = await batches.submit(Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`)))
    expect((await batches.untilEnded(id)).counts.done).to.equal(PAGES)
    // The outcome is in the batch part's result line.
    expect(await keysOf(clients.cache, 'outcome:')).to.have.length(0)
    const [left, cached] = [
      await bytesPresentAfter(clients.state, QUARTER_SECONDS),
      await bytesPresentAfter(clients.cache, QUARTER_SECONDS),
    ]
    const hashes = await keysOf(clients.state, 'inspections:')
    const fields = await Promise.all(hashes.map((key) => clients.state.hkeys(key)))
    expect(fields.flat().filter((name) => name !== 'e')).to.deep.equal([])
    expect(Number(left.get('inspections')) / PAGES).to.be.below(4)
    expect(left.get('inspection')).to.equal(undefined)
    expect((sumOf(left) + sumOf(cached)) / PAGES).to.be.below(MOST_BYTES)
  })

  it('stores the keys of each where they belong, and answers 503 while the state is full', async () => {
    const ask = (path: string) => getMetadata(url, site.url(path))
    expect((await ask('/one')).status).to.equal(200)
    expect(await kindsIn(clients.cache)).to.have.members(['outcome', 'cache'])
    expect(await kindsIn(clients.state))
      .to.include.members(['inspection', 'key'])
      .and.not.include('outcome')
    await clients.state.config('SET', 'maxmemory', '1')
    const refused = await ask('/two')
    expect(refused.status).to.equal(503)
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/)
    expect(refused.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
    expect((await get(`${url}/healthz`)).status).to.equal(200)
    await clients.state.config('SET', 'maxmemory', '0')
    await eventually(async () => (await ask('/two')).status === 200)
  })
})
