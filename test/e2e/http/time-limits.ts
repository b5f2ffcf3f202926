import { expect } from 'chai'
import type { ContractFixture } from './contract-fixture.ts'
import { expectB, expectC } from './shapes.ts'

/** A target that never answers, of a fixture whose targets get half a second (infra/docs/clients.md#errors). */
export function timeLimitsContract(fixture: ContractFixture): void {
  describe('a target that never answers', () => {
    it('is 500 B for metadata', async () => {
      expectB(await fixture.metadata({ url: fixture.site.url('/silent') }), 500)
    })

    it('is 422 C TIMEOUT for seo-audit', async () => {
      const url = fixture.site.url('/silent')
      const details = expectC(await fixture.audit({ url }), 422, 'TIMEOUT', ['url', 'timeout_ms'])
      expect(details).to.deep.equal({ url, timeout_ms: 500 })
    })
  })
}
