import { Agent } from 'node:http'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.ts'
import { httpCall } from '../support/http-call.ts'

const target = `/metadata?url=${encodeURIComponent('http://shop.example/')}`

describe('what needs no key', () => {
  let gateway: GatewayFixture | undefined
  afterEach(() => gateway?.stop())

  async function start(env: Readonly<Record<string, string>>): Promise<GatewayFixture> {
    gateway = await startGatewayFixture({ handle: async () => ({ next: [] }), env })
    return gateway
  }

  for (const path of [
    '/openapi.json',
    '/docs',
    '/schemas/',
    '/metrics',
    '/',
    `/images/${'0'.repeat(64)}.png`,
  ]) {
    it(`is refused to an address that calls too often: ${path}`, async () => {
      const { call, makeKey } = await start({ HTTP_KEYLESS_PER_MINUTE: '2' })
      const statuses = async (count: number, asked: string) => {
        const answers = []
        for (let at = 0; at < count; at++) answers.push(await call(null, asked))
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

  it('is counted for whom a trusted proxy names', async () => {
    const { call } = await start({ HTTP_KEYLESS_PER_MINUTE: '1', TRUST_PROXY: 'on' })
    const from = async (client: string) =>
      (await call(null, '/schemas/', { headers: { 'X-Forwarded-For': client } })).status
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).to.deep.equal([
      200, 429, 200,
    ])
  })

  it('has so many connections of one address; those on which a key was sent are not among them', async () => {
    const { url, makeKey } = await start({ HTTP_KEYLESS_CONNECTIONS: '1' })
    const key = await makeKey([])
    const held = () => new Agent({ keepAlive: true, maxSockets: 1 })
    const [keyed, open, more] = [held(), held(), held()]
    const ask = (agent: Agent, headers = {}) =>
      httpCall(url, target, { agent, headers }).then(
        ({ status }) => status,
        () => 'closed',
      )
    expect(await ask(keyed, { 'X-API-Key': key })).to.equal(403)
    expect(await ask(open)).to.equal(401)
    expect(await ask(more)).to.equal('closed')
    open.destroy()
    await eventually(async () => (await ask(more)) === 401)
    for (const agent of [keyed, more]) agent.destroy()
  })
})
