import { expect } from 'chai'
import { redisGroups } from '#shared/adapters/redis/groups.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** What the scripts do is tested on a real server, by test/contract/redis. */
describe('redisGroups', () => {
  const calls: unknown[][] = []
  const redis = {
    hget: async (...args: unknown[]) => {
      calls.push(args)
      return 'stored'
    },
  } as unknown as Parameters<typeof redisGroups>[0]
  const groups = redisGroups(
    redis,
    'prefix:',
    (command) => command,
    async (_script, ...rest) => {
      calls.push(rest)
      return Buffer.from('first')
    },
  )
  beforeEach(() => void calls.splice(0))

  it('reads a field of the hash under the prefix', async () => {
    expect(await groups.getIn('g:1', 'name')).to.equal('stored')
    expect(calls).to.deep.equal([['prefix:g:1', 'name']])
  })

  it('returns the stored text of a claim', async () => {
    expect(await groups.claimIn('g:1', 'name', 'mine', 60)).to.equal('first')
    expect(calls).to.deep.equal([['g:1', 'name', 'mine', 60]])
  })

  it('sends nothing for a TTL that is not valid', async () => {
    for (const ttl of [0, 1.5, Number.POSITIVE_INFINITY]) {
      expect(await rejectionOf(groups.setIn('g:1', 'n', 'v', ttl))).to.be.instanceOf(RangeError)
      expect(await rejectionOf(groups.claimIn('g:1', 'n', 'v', ttl))).to.be.instanceOf(RangeError)
    }
    expect(calls).to.deep.equal([])
  })
})
