import { expect } from 'chai'
import { redisPermits } from '#shared/adapters/redis/permits.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** What the script does is tested on a real server, by test/contract/redis. */
describe('redisPermits', () => {
  const calls: unknown[][] = []
  const permits = redisPermits(async (_script, ...rest) => {
    calls.push(rest)
    return [1, 3]
  })
  beforeEach(() => void calls.splice(0))

  it('requests a permit and returns others in one command', async () => {
    const ended = [
      { holder: 'b', restMs: 0 },
      { holder: 'c', restMs: 20 },
    ]
    const answer = await permits.acquirePermit('k:1', 'a', { limit: 4, ttlMs: 900, ended })
    expect(answer).to.deep.equal({ isMine: true, taken: 3 })
    expect(calls).to.deep.equal([['k:1', 'a', 4, 900, 'b', 0, 'c', 20]])
  })

  it('returns permits without requesting one: no holder is named', async () => {
    await permits.releasePermits('k:1', [{ holder: 'b', restMs: 5 }])
    expect(calls[0]?.[1]).to.equal('')
    expect(calls[0]?.slice(-2)).to.deep.equal(['b', 5])
  })

  it('sends nothing for numbers that are not valid', async () => {
    const wrong = [
      { limit: 0, ttlMs: 1, ended: [] },
      { limit: 1, ttlMs: 0, ended: [] },
      { limit: 1, ttlMs: 1, ended: [{ holder: 'b', restMs: -1 }] },
    ]
    for (const request of wrong)
      expect(await rejectionOf(permits.acquirePermit('k:1', 'a', request))).to.be.instanceOf(RangeError)
    expect(calls).to.deep.equal([])
  })
})
