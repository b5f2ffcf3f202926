import { expect } from 'chai'
import { scopes } from '#gateway/access/api-keys.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/** Keys over HTTP (infra/docs/clients.md#keys). */
export function adminKeysContract(fixture: ContractFixture): void {
  describe('keys over HTTP', () => {
    const create = (json: unknown, key = fixture.key) => fixture.call('/keys', { method: 'POST', json, key })
    const revoke = (id: string, key = fixture.key) => fixture.call(`/keys/${id}`, { method: 'DELETE', key })
    const list = async (key = fixture.key): Promise<Record<string, unknown>[]> =>
      (await fixture.call('/keys', { key })).json().keys
    const statusWith = async (key: string) => (await fixture.call('/inspections', { key })).status

    it('are created, listed without secret, and revoked at once', async () => {
      const asked = {
        plan: 'pro',
        scopes: ['metadata'],
        limits: { metadata: 1 },
        label: 'console',
        owner: 'shop',
      }
      const answer = await create(asked)
      expect(answer.status).to.equal(201)
      expect(answer.headers['cache-control']).to.equal('no-store')
      const { key, ...described } = answer.json()
      expect(described).to.deep.include({ ...asked, state: 'active', metadata_ttl_seconds: null })
      const ask = () => fixture.metadata({ url: fixture.site.url('/made-over-http') }, { key })
      expect([(await ask()).status, (await ask()).status]).to.deep.equal([200, 429])
      expect((await list()).find(({ id }) => id === described.id)).to.deep.equal(described)
      expect(JSON.stringify(await list())).not.to.include(key.slice(12))
      expect((await revoke(described.id)).status).to.equal(204)
      expect((await ask()).status).to.equal(401)
      expect((await list()).find(({ id }) => id === described.id)).to.include({ state: 'revoked' })
    })

    it('have the defaults of the command, which lists them too', async () => {
      const { id, key, created_at: _, owner, ...described } = (await create({})).json()
      expect(described).to.deep.equal({
        plan: 'free',
        scopes: ['snapshot', 'metadata', 'performance', 'seo-audit'],
        limits: {},
        metadata_ttl_seconds: null,
        label: '',
        state: 'active',
      })
      expect(owner).to.equal(id)
      expect((await fixture.keys('list')).stdout).to.include(id)
      expect(await statusWith(key)).to.equal(200)
    })

    it('are given the scope admin only by its switch, in both ways', async () => {
      const { key } = (await create({ scopes: ['batch'], admin: true })).json()
      const byCommand = (await fixture.keys('create', '--admin')).stdout.trim()
      for (const one of [key, byCommand]) expect((await list(one)).length).to.be.above(1)
      const answer = await create({ scopes: ['admin'] })
      expectC(answer, 400, 'VALIDATION_ERROR', ['parameter', 'reason'])
    })

    it('may revoke themselves', async () => {
      const { key, id } = (await create({ admin: true })).json()
      expect((await revoke(id, key)).status).to.equal(204)
      expect(await statusWith(key)).to.equal(401)
      expect((await revoke(id)).status).to.equal(204)
      expectC(await revoke('zzzzzzzz'), 404, 'NOT_FOUND')
    })

    it('need the scope admin', async () => {
      const plain = await fixture.makeKey({ plan: 'enterprise', scopes })
      const before = await list()
      for (const answer of [
        await fixture.call('/keys', { key: plain }),
        await create({}, plain),
        await revoke(fixture.key.split('_')[1] as string, plain),
      ]) {
        const details = expectC(answer, 403, 'INSUFFICIENT_PERMISSIONS', ['required_scope'])
        expect(details.required_scope).to.equal('admin')
      }
      expect(await list()).to.deep.equal(before)
    })

    it('reject what they do not know', async () => {
      for (const json of [
        { plan: 'gold' },
        { hash: 'x' },
        { limits: { events: 1 } },
        { label: 'a\nb' },
        [],
        null,
      ])
        expectC(await create(json), 400, 'VALIDATION_ERROR', ['parameter', 'reason'])
      const answer = await fixture.call('/keys', { method: 'POST', body: '{', key: fixture.key })
      expectC(answer, 400, 'VALIDATION_ERROR', ['parameter', 'reason'])
    })
  })
}
