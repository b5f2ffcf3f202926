import { expect } from 'chai'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'
import type { Call } from '../../support/http-call.ts'

describe('routes of keys', () => {
  let gateway: GatewayFixture
  let admin: string
  before(async () => {
    gateway = await startGatewayFixture({ handle: async (work) => resultOf(work, '{}') })
    admin = await gateway.makeKey(['metadata', 'admin'], { owner: 'firm' })
  })
  after(() => gateway.stop())

  const idOf = (key: string) => key.split('_')[1] ?? ''
  const create = (body: string, more: Call = {}) =>
    gateway.call(admin, '/keys', { method: 'POST', body, ...more })
  const remove = (id: string, as = admin) => gateway.call(as, `/keys/${id}`, { method: 'DELETE' })
  const isAccepted = async (key: string) => (await gateway.call(key, '/inspections')).status === 200

  it('create a key, whose secret only that answer has', async () => {
    const { status, headers, json } = await create('{"plan":"pro","label":"shop","limits":{"metadata":3}}')
    const { key, ...described } = json()
    expect([status, headers['cache-control']]).to.deep.equal([201, 'no-store'])
    expect(key).to.match(/^pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/)
    expect(described).to.deep.include({ id: idOf(key), plan: 'pro', label: 'shop', limits: { metadata: 3 } })
    expect(described).to.include({ owner: idOf(key), state: 'active', metadata_ttl_seconds: null })
    expect(await isAccepted(key)).to.equal(true)
    const listed = await gateway.call(admin, '/keys')
    expect(listed.json().keys.find(({ id }: { id: string }) => id === idOf(key))).to.deep.equal(described)
    expect(listed.body.toString()).not.to.include(key.slice(12)).and.not.to.include('hash')
  })

  it('give the scope admin only by its switch', async () => {
    expect((await create('{"admin":true,"scopes":["batch"]}')).json().scopes).to.deep.equal([
      'batch',
      'admin',
    ])
    const { status, json } = await create('{"scopes":["admin"]}')
    expect([status, json().error.details.parameter]).to.deep.equal([400, 'scopes.0'])
  })

  it('revoke a key at once, also the one that asks', async () => {
    const { key, id } = (await create('{"admin":true}')).json()
    expect(await isAccepted(key)).to.equal(true)
    const { status, body } = await remove(id, key)
    expect([status, body.length]).to.deep.equal([204, 0])
    expect(await isAccepted(key)).to.equal(false)
    expect((await remove(id)).status, 'again').to.equal(204)
    const { keys } = (await gateway.call(admin, '/keys')).json()
    expect(keys.find((one: { id: string }) => one.id === id)).to.include({ state: 'revoked' })
  })

  it('are 404 for an unknown key', async () => {
    for (const id of ['abcdefgh', 'x', '%00', '..%2f', 'abcdefg%0a']) {
      const { status, json } = await remove(id)
      expect([status, json().error.code], id).to.deep.equal([404, 'NOT_FOUND'])
    }
  })

  it('are 403 without the scope, 401 without key, 405 for other methods', async () => {
    const plain = await gateway.makeKey(['snapshot', 'metadata', 'performance', 'seo-audit', 'batch'])
    for (const [target, method] of [
      ['/keys', 'GET'],
      ['/keys', 'POST'],
      [`/keys/${idOf(admin)}`, 'DELETE'],
    ] as const) {
      const refused = await gateway.call(plain, target, { method })
      expect([refused.status, refused.json().error.details]).to.deep.equal([403, { required_scope: 'admin' }])
      expect((await gateway.call(null, target, { method })).status).to.equal(401)
    }
    expect((await gateway.call(admin, `/keys/${idOf(admin)}`)).status).to.equal(405)
  })

  it('reject bodies and queries in shape C', async () => {
    const wrong: [string, Call, number][] = [
      ['{', {}, 400],
      ['', {}, 400],
      ['[]', {}, 400],
      ['{"plan":"gold"}', {}, 400],
      ['{}', { headers: { 'Content-Type': 'text/plain' } }, 415],
      [JSON.stringify({ label: 'x'.repeat(70_000) }), {}, 413],
    ]
    for (const [body, more, expected] of wrong) {
      const { status, json } = await create(body, more)
      expect([status, json().success], body.slice(0, 20)).to.deep.equal([expected, false])
      expect(json().error.details).to.be.an('object')
    }
    expect((await gateway.call(admin, '/keys?plan=pro')).status).to.equal(400)
    expect((await gateway.call(admin, '/keys?plan=pro', { method: 'POST', body: '{}' })).status).to.equal(400)
  })
})
