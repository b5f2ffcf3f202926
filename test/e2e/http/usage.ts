import { expect } from 'chai'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/** What is left of the daily limits (infra/docs/clients.md#usage). */
export function usageContract(fixture: ContractFixture): void {
  describe('usage', () => {
    const usage = async (key: string) => (await fixture.call('/usage', { key })).json()

    it('tells what calls and batch items were counted, and counts nothing', async () => {
      const limits = { metadata: 5, batch: 10 }
      const key = await fixture.makeKey({ plan: 'pro', scopes: ['metadata', 'batch'], limits })
      const answer = await fixture.metadata({ url: fixture.site.url('/used') }, { key })
      const body = `${fixture.site.url('/used-1')}\n${fixture.site.url('/used-2')}\n`
      const headers = { 'Content-Type': 'application/x-ndjson' }
      await fixture.call('/batches', { method: 'POST', key, body, headers })
      for (let time = 0; time < 2; time++) {
        const { plan, scopes, owner, operations } = await usage(key)
        expect([plan, scopes, owner]).to.deep.equal(['pro', ['metadata', 'batch'], key.split('_')[1]])
        expect(operations.metadata).to.include({ limit: 5, used: 1, remaining: 4 })
        expect(operations.batch).to.include({ limit: 10, used: 2, remaining: 8 })
        expect(operations.snapshot).to.include({ limit: 5000, used: 0, remaining: 5000 })
        expect(operations['seo-audit']).to.include({ limit: 10_000, used: 0, remaining: 10_000 })
        const reset = Number(answer.headers['x-ratelimit-reset']) * 1000
        expect(Date.parse(operations.metadata.resets_at)).to.equal(reset)
      }
      const { headers: own } = await fixture.call('/usage', { key })
      expect(own).not.to.have.property('x-ratelimit-limit')
    })

    it('has a null limit where there is none, and counts all the same', async () => {
      const { operations } = await usage(await fixture.makeKey({ plan: 'enterprise' }))
      expect(Object.keys(operations)).to.deep.equal([
        'snapshot',
        'metadata',
        'performance',
        'seo-audit',
        'batch',
        'thumbnail',
      ])
      for (const one of Object.values<object>(operations))
        expect(one).to.include({ limit: null, used: 0, remaining: null })
    })

    it('needs a key', async () => {
      expectC(await fixture.call('/usage', { key: null }), 401, 'INVALID_API_KEY', ['hint'])
    })
  })
}
