import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/** Earlier audits of a page (infra/docs/clients.md#audits). */
export function earlierAuditsContract(fixture: ContractFixture): void {
  describe('earlier audits', () => {
    const owner = `auditors-${randomUUID()}`
    const page = () => fixture.site.url('/audited-twice')
    const list = (key: string, more = '') =>
      fixture.call(`/audits?url=${encodeURIComponent(page())}${more}`, { key })

    it('are listed latest first for every key of the owner, and can be read', async () => {
      const auditor = { plan: 'enterprise', owner }
      const [mine, colleague] = [
        await fixture.makeKey(auditor),
        await fixture.makeKey({ ...auditor, scopes: ['seo-audit'] }),
      ]
      const parameters = { url: `${page()}#part`, compare: true, vitals: 'none' }
      const results = []
      for (let time = 0; time < 2; time++)
        results.push((await fixture.audit(parameters, { key: mine })).json())
      const { audits } = (await list(colleague)).json()
      const [second, first] = results.toReversed()
      expect(audits.map(({ scanned_at }: { scanned_at: string }) => scanned_at)).to.deep.equal([
        second.scannedAt,
        first.scannedAt,
      ])
      expect(audits[0]).to.deep.include({
        overall: second.scoring.overall,
        by_category: second.scoring.by_category,
        rule_version: second.scoring.rule_version,
      })
      expect((await fixture.call(`/audits/${audits[1].id}`, { key: colleague })).json()).to.deep.equal(first)
      expect((await list(colleague, '&device=desktop')).json()).to.deep.equal({ audits: [] })
    })

    it('are nothing to other owners', async () => {
      const key = await fixture.makeKey()
      const { id } = (await list(await fixture.makeKey({ owner }))).json().audits[0]
      expect((await list(key)).json()).to.deep.equal({ audits: [] })
      expectC(
        await fixture.call(`/audits/${id}?url=${encodeURIComponent(page())}`, { key }),
        404,
        'NOT_FOUND',
      )
    })

    it('need the scope, and a page', async () => {
      const narrow = await fixture.makeKey({ scopes: ['metadata'] })
      expectC(await list(narrow), 403, 'INSUFFICIENT_PERMISSIONS', ['required_scope'])
      const key = await fixture.makeKey()
      for (const target of ['/audits', '/audits?url=x', '/audits/x?limit=1'])
        expectC(await fixture.call(target, { key }), 400, 'VALIDATION_ERROR', ['parameter', 'reason'])
    })
  })
}
