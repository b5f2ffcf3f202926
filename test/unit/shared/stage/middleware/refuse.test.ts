import { expect } from 'chai'
import { refuse } from '#shared/stage/middleware/refuse.ts'
import type { Attempt } from '#shared/stage/middleware.ts'
import { attemptOf } from '../attempt.ts'

const TENANT = '0123456789abcdef'.repeat(2)

describe('refuse', () => {
  let reads: (readonly string[])[]
  beforeEach(() => {
    reads = []
  })
  /** Each owner may store 10 bytes a day, and has stored 10. */
  const store = {
    async getMany(keys: readonly string[]) {
      reads.push(keys)
      return keys.map(() => '10')
    },
  }
  const effect = { next: [] }
  const attemptBy = (changes: Partial<Attempt>, inspection: Partial<Attempt['inspection']> = {}) => {
    const attempt = attemptOf(['one', 'batch'], changes)
    return { ...attempt, inspection: { ...attempt.inspection, ...inspection } }
  }
  const codeOf = (
    attempt: Attempt,
    input: 'inspection.requested' | 'page.fetched' = 'inspection.requested',
  ) =>
    refuse(
      input,
      store,
    )(async () => effect)(attempt).then(
      (given) => given,
      ({ code }) => code,
    )

  it('lets work start', async () => {
    expect(await codeOf(attemptBy({}))).to.equal(effect)
    expect(await codeOf(attemptBy({}, { expiresAt: Date.now() + 60_000 }))).to.equal(effect)
  })

  it('ends a poison pill without asking the store', async () => {
    const attempt = attemptBy({ isPoisonPill: true }, { tenant: TENANT, expiresAt: 0 })
    expect(await codeOf(attempt)).to.equal('INTERNAL_ERROR')
    expect(reads).to.deep.equal([])
  })

  it('ends an expired inspection', async () => {
    expect(await codeOf(attemptBy({}, { expiresAt: Date.now() - 1 }))).to.equal('TIMEOUT')
  })

  it('ends a request whose owner has stored as much as allowed', async () => {
    expect(await codeOf(attemptBy({}, { tenant: TENANT, expiresAt: 0 }))).to.equal('RATE_LIMIT_EXCEEDED')
  })

  it('does not ask again at later stages', async () => {
    expect(await codeOf(attemptBy({}, { tenant: TENANT }), 'page.fetched')).to.equal(effect)
    expect(reads).to.deep.equal([])
  })
})
