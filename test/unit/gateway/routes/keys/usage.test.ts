import { expect } from 'chai'
import { usageBody } from '#gateway/routes/keys/usage.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const resets_at = '2026-01-02T00:00:00.000Z'
const resetsAt = Date.parse(resets_at)

describe('usageBody', () => {
  it('has limit, used and remaining of each quota, null where there is no limit', () => {
    const key = { id: 'abcdefgh', plan: 'pro', scopes: ['metadata', 'admin'] } as const
    const quotas = {
      snapshot: { limit: 50, used: 0 },
      metadata: { limit: 100, used: 30 },
      performance: null,
      'seo-audit': { limit: 5, used: 7 },
      batch: { limit: 0, used: 0 },
      thumbnail: { limit: 1000, used: 1 },
    }
    const unlimited = { limit: null, used: null, remaining: null, resets_at }
    expect(usageBody(key, { quotas, resetsAt })).to.deep.equal({
      plan: 'pro',
      operations: {
        snapshot: { limit: 50, used: 0, remaining: 50, resets_at },
        metadata: { limit: 100, used: 30, remaining: 70, resets_at },
        performance: unlimited,
        'seo-audit': { limit: 5, used: 7, remaining: 0, resets_at },
        batch: { limit: 0, used: 0, remaining: 0, resets_at },
        thumbnail: { limit: 1000, used: 1, remaining: 999, resets_at },
      },
      scopes: ['metadata', 'admin'],
      owner: 'abcdefgh',
    })
  })
})

describe('GET /usage', () => {
  let gateway: GatewayFixture
  before(async () => {
    gateway = await startGatewayFixture({ handle: async (work) => resultOf(work, '{}') })
  })
  after(() => gateway.stop())

  it('shows what was counted, and counts nothing', async () => {
    const key = await gateway.makeKey(['metadata'], { plan: 'free', owner: 'firm', limits: { metadata: 3 } })
    const usage = async () => (await gateway.call(key, '/usage')).json()
    await gateway.call(key, '/metadata?url=http://shop.example/')
    await gateway.call(key, '/metadata?url=http://shop.example/')
    await gateway.call(key, '/metadata?url=none')
    const { plan, operations, owner, scopes } = await usage()
    expect([plan, owner, scopes]).to.deep.equal(['free', 'firm', ['metadata']])
    expect(operations.metadata).to.include({ limit: 3, used: 2, remaining: 1 })
    expect(operations.snapshot).to.include({ limit: 50, used: 0, remaining: 50 })
    expect((await usage()).operations).to.deep.equal(operations)
    const midnight = new Date()
    midnight.setUTCHours(24, 0, 0, 0)
    expect(operations.metadata.resets_at).to.equal(midnight.toISOString())
  })

  it('is 401 without key and 400 with a parameter', async () => {
    expect((await gateway.call(null, '/usage')).status).to.equal(401)
    const { status, json } = await gateway.call(await gateway.makeKey(['batch']), '/usage?plan=pro')
    expect([status, json().error.details.parameter]).to.deep.equal([400, 'plan'])
  })
})
