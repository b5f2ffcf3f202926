import { expect } from 'chai'
import { createKey, makeApiKeys } from '#gateway/access/api-keys.ts'
import { makeAuthThrottle } from '#gateway/access/auth-throttle.ts'
import { makeQuotas } from '#gateway/access/quotas.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { ownRedis } from '#test/support/service/services.ts'

/** Maximum delay of a caller by an outage (infra/docs/clients.md#availability). */
const UNAVAILABLE_LIMIT_MS = 2000

describe('access over a Redis that is suspended', function () {
  this.timeout(60_000)
  const redis = ownRedis()
  let store: ResultStore
  before(() => {
    store = redisResultStore({
      url: redis.env.REDIS_URL ?? '',
      keyPrefix: 'pageprobe:',
      commandTimeoutMs: 800,
    })
  })
  after(() => store?.close())

  const owner = (limit: number) => ({ id: 'abcdefgh', plan: 'free', limits: { metadata: limit } }) as const

  it('answers in time, and recovers with it', async () => {
    const [quotas, attempts] = [makeQuotas(store), makeAuthThrottle(store, 1)]
    const key = await createKey(store, { ...owner(5), scopes: [], label: '', metadataTtlSeconds: null })
    await quotas.consume(owner(5), 'metadata')
    await redis.service.suspend()
    try {
      const away = rejectionOf(quotas.consume(owner(5), 'metadata'), UNAVAILABLE_LIMIT_MS)
      const noted = Promise.race([
        attempts.recordFailure('192.0.2.1'),
        new Promise((resolve) => setTimeout(resolve, UNAVAILABLE_LIMIT_MS, 'late')),
      ])
      expect(isUnavailable(await away)).to.equal(true)
      expect(await noted).to.equal(null)
      expect(isUnavailable(await rejectionOf(makeApiKeys(store).find(key), UNAVAILABLE_LIMIT_MS))).to.equal(
        true,
      )
    } finally {
      redis.service.resume()
    }
    await eventually(() => store.ping().then(() => true))
    expect(await quotas.consume(owner(5), 'metadata')).to.include({ isGranted: true })
    await attempts.recordFailure('192.0.2.2')
    expect(await attempts.recordFailure('192.0.2.2')).to.include({ limit: 1 })
  })
})
