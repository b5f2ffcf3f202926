import { expect } from 'chai'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const target = `/metadata?url=${encodeURIComponent('http://shop.example/')}`

describe('calls without a valid key', () => {
  let gateway: GatewayFixture | null = null
  async function start(env: Record<string, string> = {}): Promise<GatewayFixture> {
    gateway = await startGatewayFixture({ handle: async (work) => resultOf(work, '{}'), env })
    return gateway
  }
  afterEach(() => gateway?.stop())

  /** Statuses of `times` successive failures, of different kinds and on different routes. */
  async function fail(times: number, headers: Record<string, string> = {}): Promise<number[]> {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) {
      const path = [target, '/inspections/x', '/metadata'][time % 3] ?? ''
      const presented = [null, 'x', `pp_abcdefgh_${'x'.repeat(32)}`][time % 2] ?? null
      statuses.push((await gateway?.call(presented, path, { headers }))?.status ?? 0)
    }
    return statuses
  }
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  it('are 429, shape C, with Retry-After from the 31st on, and valid keys are not affected', async () => {
    const { call, makeKey } = await start()
    const key = await makeKey(['metadata'])
    expect(await fail(32)).to.deep.equal([...times(30, 401), 429, 429])
    for (const path of [target, '/inspections/x']) {
      const { status, headers, json } = await call('x', path)
      expect([status, json().success, json().error.code]).to.deep.equal([429, false, 'RATE_LIMIT_EXCEEDED'])
      expect(json().error.details).to.have.all.keys('limit', 'remaining', 'reset', 'reset_after')
      expect(Number(headers['retry-after'])).to.be.within(50, 60)
      expect(headers).to.not.have.property('www-authenticate')
    }
    expect((await call(key, target)).status).to.equal(200)
    expect((await call(key, '/metadata')).status).to.equal(400)
    expect((await call(key, '/snapshot', { method: 'POST', body: '{}' })).status).to.equal(403)
    expect((await call(null, '/healthz')).status).to.equal(200)
  })

  it('count against the peer of the connection, whatever X-Forwarded-For contains', async () => {
    await start({ TRUST_PROXY: 'off' })
    await fail(30)
    expect(await fail(1, { 'X-Forwarded-For': '198.51.100.7' })).to.deep.equal([429])
  })

  it('count against the address that a trusted proxy appended', async () => {
    await start({ TRUST_PROXY: 'on' })
    await fail(29, { 'X-Forwarded-For': '198.51.100.7' })
    await fail(1, { 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' })
    expect(await fail(1, { 'X-Forwarded-For': '203.0.113.2, 198.51.100.7' })).to.deep.equal([429])
    expect(await fail(1, { 'X-Forwarded-For': '198.51.100.7, 198.51.100.8' })).to.deep.equal([401])
    expect(await fail(1)).to.deep.equal([401])
  })

  it('have a challenge (RFC 9110, section 11.6.1), the same for every reason', async () => {
    const { call } = await start()
    const presented = [null, '', 'x', `pp_abcdefgh_${'x'.repeat(32)}`]
    const answers = await Promise.all(presented.map((key) => call(key, target)))
    for (const { status, headers, body } of answers) {
      expect(status).to.equal(401)
      expect(headers['www-authenticate']).to.equal('ApiKey realm="PageProbe"')
      expect(body.toString()).to.equal(answers[0]?.body.toString())
    }
  })

  it('include those whose valid key is not in X-API-Key', async () => {
    const { call, makeKey } = await start()
    const key = await makeKey(['metadata'])
    const elsewhere: [string, Record<string, string>][] = [
      [`${target}&X-API-Key=${key}`, {}],
      [`${target}&api_key=${key}`, {}],
      [target, { Authorization: `Bearer ${key}` }],
      [target, { Authorization: key }],
      [target, { 'API-Key': key }],
      [target, { Cookie: `X-API-Key=${key}` }],
    ]
    for (const [path, headers] of elsewhere) {
      expect((await call(null, path, { headers })).status, JSON.stringify(headers)).to.equal(401)
    }
    expect((await call(null, target, { headers: { 'x-api-KEY': key } })).status).to.equal(200)
  })
})
