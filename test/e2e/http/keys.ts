import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

const FORM = /^pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/

/** The keys command beside the running service, and calls with wrong keys. */
export function keysContract(fixture: ContractFixture): void {
  const idOf = (key: string) => key.split('_')[1] as string
  const ask = (key: string | null, more = {}) =>
    fixture.metadata({ url: fixture.site.url('/keys') }, { key, ...more })
  let old: string
  let next: string
  let change: ReturnType<typeof revocation>
  before('start a change of keys', async () => {
    old = await fixture.makeKey({ plan: 'enterprise' })
    next = await fixture.makeKey({ plan: 'enterprise' })
    change = revocation()
    change.catch(() => undefined) // awaited by its test
  })

  /** Revokes the old key after both were used; returns its answers until it was refused. */
  async function revocation(): Promise<Set<number>> {
    const statuses = new Set([(await ask(next)).status, (await ask(old)).status])
    expect((await fixture.keys('revoke', idOf(old))).code).to.equal(0)
    await eventually(async () => {
      const { status } = await ask(old)
      statuses.add(status)
      return status !== 200
    })
    return statuses
  }

  describe('keys', () => {
    it('are made while the service runs, and work at once', async () => {
      const { code, stdout } = await fixture.keys('create', '--label', 'shop')
      const key = stdout.trim()
      expect([code, stdout]).to.deep.equal([0, `${key}\n`])
      expect(key).to.match(FORM)
      expect((await ask(key)).status).to.equal(200)
    })

    it('are listed with id, plan, scopes, label and state, never the secret', async () => {
      const key = await fixture.makeKey({ plan: 'pro', scopes: ['metadata', 'batch'], label: 'listed' })
      const { stdout } = await fixture.keys('list')
      const line = stdout.split('\n').find((one) => one.includes(idOf(key))) ?? ''
      for (const part of ['pro', 'metadata,batch', 'listed', 'active']) expect(line).to.include(part)
      for (const secret of [key, fixture.key].map((one) => one.split('_')[2] as string)) {
        expect(stdout).not.to.include(secret)
      }
      expect(stdout).to.include(idOf(fixture.key))
    })

    it('are replaced: the old key works until its revocation takes effect, and the new one goes on', async () => {
      expect([...(await change)]).to.deep.equal([200, 401])
      expect((await ask(next)).status).to.equal(200)
      const { stdout } = await fixture.keys('list')
      expect(stdout.split('\n').find((one) => one.includes(idOf(old)))).to.include('revoked')
    })

    describe('that are wrong', () => {
      const from = { localAddress: '127.77.0.1' }
      const TIMES = 30

      it(`are 401 ${TIMES} times a minute, then 429 C with Retry-After, only for this client`, async () => {
        const statuses = []
        for (let time = 0; time < TIMES / 2; time++) {
          statuses.push((await ask(null, from)).status)
          statuses.push((await fixture.snapshot({}, { key: 'wrong', ...from })).status)
        }
        expect(statuses).to.deep.equal(Array.from({ length: TIMES }, () => 401))
        const keys = ['limit', 'remaining', 'reset', 'reset_after']
        const refused = [
          await ask(null, from),
          await fixture.snapshot({}, { key: 'wrong', ...from }),
          await fixture.call('/inspections/x', { key: null, ...from }),
          await ask(null, { ...from, headers: { 'X-Forwarded-For': '198.51.100.7' } }),
        ]
        for (const answer of refused) {
          const details = expectC(answer, 429, 'RATE_LIMIT_EXCEEDED', keys)
          expect(Number(answer.headers['retry-after'])).to.equal(details.reset_after).and.to.be.within(1, 60)
        }
      })

      it('do not lock out a right key from that client, or another client', async () => {
        expect((await ask(fixture.key, from)).status).to.equal(200)
        expect((await ask(null, { localAddress: '127.77.0.2' })).status).to.equal(401)
        expect((await fixture.call('/healthz', { key: null, ...from })).status).to.equal(200)
      })
    })
  })
}
