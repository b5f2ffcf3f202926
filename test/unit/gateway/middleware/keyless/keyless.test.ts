import { Agent } from 'node:http'
import { expect } from 'chai'
import { errors } from '#gateway/middleware/errors.ts'
import { keyless, makeKeylessRateLimit } from '#gateway/middleware/keyless.ts'
import { eventually } from '#test/contract/eventually.ts'
import { silentLog } from '#test/support/silent-log.ts'
import {
  type GatewayFixture,
  type GatewayFixtureOptions,
  startGatewayFixture,
} from '../../support/gateway-fixture.ts'
import { httpCall } from '../../support/http-call.ts'
import { serveApp } from '../../support/serve-app.ts'

const target = `/metadata?url=${encodeURIComponent('http://shop.example/')}`

describe('keyless', () => {
  let gateway: GatewayFixture | undefined
  afterEach(() => gateway?.stop())

  async function start(options: Omit<GatewayFixtureOptions, 'handle'>): Promise<GatewayFixture> {
    gateway = await startGatewayFixture({ handle: async () => ({ next: [] }), ...options })
    return gateway
  }

  it('passes calls on up to the limit', async () => {
    const limit = keyless({ keyless: makeKeylessRateLimit(1), trustProxy: false })
    const app = await serveApp(errors(silentLog), limit, (context) => {
      context.body = 'passed'
    })
    expect((await httpCall(app.url, '/')).status).to.equal(200)
    expect((await httpCall(app.url, '/')).status).to.equal(429)
    app.close()
  })

  for (const path of [
    '/openapi.json',
    '/docs',
    '/schemas/',
    '/metrics',
    '/',
    `/images/${'0'.repeat(64)}.png`,
  ]) {
    it(`rejects an address with too many calls: ${path}`, async () => {
      const { call, makeKey } = await start({ keyless: makeKeylessRateLimit(2) })
      const statuses = async (count: number, requested: string) => {
        const answers = []
        for (let at = 0; at < count; at++) answers.push(await call(null, requested))
        return answers
      }
      const [first, second, third] = await statuses(3, path)
      expect([first?.status, second?.status].every((status) => Number(status) < 429)).to.equal(true)
      expect([third?.status, third?.json().error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
      expect(Number(third?.headers['retry-after'])).to.be.within(1, 60)
      expect((await statuses(5, '/healthz')).map(({ status }) => status)).to.deep.equal([
        200, 200, 200, 200, 200,
      ])
      expect((await call(await makeKey([]), target)).status).to.equal(403)
    })
  }

  it('counts for the address that a trusted proxy appended', async () => {
    const { call } = await start({ keyless: makeKeylessRateLimit(1), env: { TRUST_PROXY: 'on' } })
    const from = async (client: string) =>
      (await call(null, '/schemas/', { headers: { 'X-Forwarded-For': client } })).status
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).to.deep.equal([
      200, 429, 200,
    ])
  })

  it('limits the connections of one address, except those with a valid key', async () => {
    const { url, makeKey } = await start({ maxKeylessConnections: 1 })
    const key = await makeKey([])
    const held = () => new Agent({ keepAlive: true, maxSockets: 1 })
    const [keyed, open, more] = [held(), held(), held()]
    const submit = (agent: Agent, headers = {}) =>
      httpCall(url, target, { agent, headers }).then(
        ({ status }) => status,
        () => 'closed',
      )
    expect(await submit(keyed, { 'X-API-Key': key })).to.equal(403)
    expect(await submit(open)).to.equal(401)
    expect(await submit(more)).to.equal('closed')
    open.destroy()
    await eventually(async () => (await submit(more)) === 401)
    for (const agent of [keyed, more]) agent.destroy()
  })
})
