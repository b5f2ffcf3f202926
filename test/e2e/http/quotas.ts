import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

const DAY_SECONDS = 86_400
const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Limit and remaining calls of an answer. */
function allowance({ headers }: Answer): [limit: number, remaining: number] {
  expect(headers).to.include.keys(...NAMES)
  return [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])]
}

/** The UTC midnight after the answer, in seconds since the epoch. */
function nextMidnight({ headers }: Answer): number {
  return (Math.floor(Date.parse(String(headers.date)) / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS
}

/** Daily limits by plan and operation, what counts, and the headers (infra/docs/clients.md#quotas). */
export function quotasContract(fixture: ContractFixture): void {
  describe('quotas', () => {
    const ask = (path: string, key: string, headers = {}) =>
      fixture.metadata({ url: fixture.site.url(path), fields: 'basic' }, { key, headers })
    /** Disallowed by the robots.txt of the site, so that nothing is rendered. */
    const take = (key: string) =>
      fixture.snapshot({ url: fixture.site.url('/kept-out') }, { key, headers: { Prefer: 'respond-async' } })

    it('are 100 metadata and 50 snapshots a day for free, 10,000 and 5,000 for pro', async () => {
      const free = await fixture.makeKey({ plan: 'free' })
      const pro = await fixture.makeKey({ plan: 'pro' })
      expect(allowance(await ask('/quota', free))).to.deep.equal([100, 99])
      expect(allowance(await take(free))).to.deep.equal([50, 49])
      expect(allowance(await ask('/quota', pro))).to.deep.equal([10_000, 9999])
      expect(allowance(await take(pro))).to.deep.equal([5000, 4999])
    })

    it('do not exist for enterprise, without headers, unless the key has its own', async () => {
      const enterprise = await fixture.makeKey({ plan: 'enterprise', limits: { snapshot: 7 } })
      const unlimited = await ask('/quota', enterprise)
      expect(unlimited.status).to.equal(200)
      expect(unlimited.headers).not.to.have.any.keys(...NAMES)
      expect(allowance(await take(enterprise))).to.deep.equal([7, 6])
    })

    it('of the key take precedence over those of its plan, and each operation has its own', async () => {
      const key = await fixture.makeKey({ plan: 'pro', limits: { metadata: 3 } })
      expect(allowance(await ask('/quota', key))).to.deep.equal([3, 2])
      expect(allowance(await take(key))).to.deep.equal([5000, 4999])
      expect(allowance(await ask('/quota', key))).to.deep.equal([3, 1])
    })

    it('count every valid call, cached or not, successful or not', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 8 } })
      const fresh = { 'Cache-Control': 'no-cache' }
      const counted: [status: number, call: () => Promise<Answer>][] = [
        [200, () => ask('/quota-kinds', key, fresh)],
        [200, () => ask('/quota-kinds', key)],
        [202, () => ask('/quota-async', key, { Prefer: 'respond-async' })],
        [403, () => ask('/kept-out', key)],
        [500, () => ask('/pdf', key)],
        [400, () => ask('/to-inside', key)],
        [200, () => fixture.metadata({ url: fixture.site.url('/quota-kinds') }, { key, method: 'HEAD' })],
      ]
      for (const [at, [status, call]] of counted.entries()) {
        const answer = await call()
        expect([answer.status, ...allowance(answer)], String(at)).to.deep.equal([status, 8, 7 - at])
      }
    })

    it('do not count calls refused before: parameters, address, scope, key, method', async () => {
      const key = await fixture.makeKey({ scopes: ['metadata'], limits: { metadata: 1 } })
      const url = fixture.site.url('/quota')
      const refused = [
        await fixture.metadata({ url, device: 'fridge' }, { key }),
        await fixture.metadata({ url: 'http://10.0.0.1/' }, { key }),
        await fixture.snapshot({ url }, { key }),
        await fixture.metadata({ url }, { key, method: 'POST' }),
      ]
      expect(refused.map(({ status }) => status)).to.deep.equal([400, 400, 403, 405])
      for (const { headers } of refused) expect(headers).not.to.have.any.keys(...NAMES)
      expect(allowance(await ask('/quota', key))).to.deep.equal([1, 0])
    })

    it('once spent are 429 C with Retry-After until midnight UTC', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 2, snapshot: 1 } })
      const statuses = [await ask('/quota', key), await ask('/quota', key)].map(({ status }) => status)
      expect(statuses).to.deep.equal([200, 200])
      const taken = await take(key)
      for (const answer of [await ask('/quota', key), await ask('/quota', key), await take(key)]) {
        const details = expectC(answer, 429, 'RATE_LIMIT_EXCEEDED', [
          'limit',
          'remaining',
          'reset',
          'reset_after',
        ])
        const reset = nextMidnight(answer)
        const now = Date.parse(String(answer.headers.date)) / 1000
        const { reset_after: after } = details as { reset_after: number }
        expect([details.remaining, details.reset]).to.deep.equal([0, reset])
        expect(after).to.be.within(reset - now - 2, reset - now + 1)
        expect(Number(answer.headers['retry-after'])).to.equal(after)
        expect(allowance(answer)).to.deep.equal([details.limit, 0])
        expect(Number(answer.headers['x-ratelimit-reset'])).to.equal(reset)
      }
      expect([taken.status, Number(taken.headers['x-ratelimit-reset'])]).to.deep.equal([
        202,
        nextMidnight(taken),
      ])
    })

    it('belong to the key: another key of the same owner has its own', async () => {
      const [one, other] = [
        await fixture.makeKey({ limits: { metadata: 1 } }),
        await fixture.makeKey({ limits: { metadata: 1 } }),
      ]
      expect((await ask('/quota', one)).status).to.equal(200)
      expect((await ask('/quota', one)).status).to.equal(429)
      expect((await ask('/quota', other)).status).to.equal(200)
    })

    it('are exact under concurrent calls', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 10 } })
      const answers = await Promise.all(Array.from({ length: 25 }, () => ask('/quota', key)))
      const granted = answers.filter(({ status }) => status === 200)
      expect(granted.map((answer) => allowance(answer)[1]).toSorted((a, b) => a - b)).to.deep.equal(
        Array.from({ length: 10 }, (_, at) => at),
      )
      expect(answers.filter(({ status }) => status === 429)).to.have.length(15)
    })
  })
}
