import { expect } from 'chai'
import { usageBody } from '#gateway/routes/keys/usage.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const resets_at = '2026-01-02T00:00:00.000Z'
const resetsAt = Date.parse(resets_at)

describe('usageBody', () => {
  it('has limit, used and remaining of each quota, and no limit or remaining where there is no limit; and the days', () => {
    const key = { id: 'abcdefgh', plan: 'pro', scopes: ['metadata', 'admin'] } as const
    const quotas = {
      snapshot: { limit: 50, used: 0 },
      metadata: { limit: 100, used: 30 },
      performance: { limit: null, used: 12 },
      'seo-audit': { limit: 5, used: 7 },
      batch: { limit: 0, used: 0 },
      thumbnail: { limit: 1000, used: 1 },
    }
    const days = [
      { date: '2025-12-30', used: { batch: 40 } },
      { date: '2026-01-01', used: { metadata: 30, performance: 12 } },
    ]
    expect(usageBody(key, { quotas, days, resetsAt })).to.deep.equal({
      plan: 'pro',
      operations: {
        snapshot: { limit: 50, used: 0, remaining: 50, resets_at },
        metadata: { limit: 100, used: 30, remaining: 70, resets_at },
        performance: { limit: null, used: 12, remaining: null, resets_at },
        'seo-audit': { limit: 5, used: 7, remaining: 0, resets_at },
        batch: { limit: 0, used: 0, remaining: 0, resets_at },
        thumbnail: { limit: 1000, used: 1, remaining: 999, resets_at },
      },
      days: [
        { date: '2025-12-30', operations: { batch: 40 } },
        { date: '2026-01-01', operations: { metadata: 30, performance: 12 } },
      ],
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

  it('counts calls of a key without limits, today and by day', async () => {
    const key = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
    for (let call = 0; call < 3; call++) await gateway.call(key, '/metadata?url=http://shop.example/')
    await gateway.call(key, '/metadata?url=none')
    const { operations, days } = (await gateway.call(key, '/usage')).json()
    expect(operations.metadata).to.include({ limit: null, used: 3, remaining: null })
    expect(operations.batch).to.include({ limit: null, used: 0, remaining: null })
    expect(days).to.deep.equal([{ date: new Date().toISOString().slice(0, 10), operations: { metadata: 3 } }])
  })

  it('is 401 without key and 400 with a parameter', async () => {
    expect((await gateway.call(null, '/usage')).status).to.equal(401)
    const { status, json } = await gateway.call(await gateway.makeKey(['batch']), '/usage?plan=pro')
    expect([status, json().error.details.parameter]).to.deep.equal([400, 'plan'])
  })
})
