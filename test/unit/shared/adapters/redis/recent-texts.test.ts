import { expect } from 'chai'
import { redisRecentTexts } from '#shared/adapters/redis/recent-texts.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** What the script does is tested on a real server, by test/contract/redis. */
describe('redisRecentTexts', () => {
  const calls: unknown[][] = []
  const redis = {
    xrevrange: async (...args: unknown[]) => {
      calls.push(args)
      return [['1767225600000123-0', ['t', 'a text']]]
    },
  } as unknown as Parameters<typeof redisRecentTexts>[0]
  const lists = redisRecentTexts(
    redis,
    'prefix:',
    (command) => command,
    async (_script, ...rest) => void calls.push(rest),
  )
  beforeEach(() => void calls.splice(0))

  it('adds a text with its bounds in one command', async () => {
    await lists.addRecent('l:1', 'a text', { keep: 5, ttlSeconds: 60 })
    expect(calls).to.deep.equal([['l:1', 'a text', 5, 60]])
  })

  it('reads from the newest, or from before a position', async () => {
    const texts = await lists.recent('l:1', null, 3)
    await lists.recent('l:1', 1_767_225_600_000_123, 2)
    expect(calls).to.deep.equal([
      ['prefix:l:1', '+', '-', 'COUNT', 3],
      ['prefix:l:1', '(1767225600000123-0', '-', 'COUNT', 2],
    ])
    expect(texts).to.deep.equal([{ position: 1_767_225_600_000_123, at: 1_767_225_600_000, text: 'a text' }])
  })

  it('sends nothing for bounds that are not valid', async () => {
    const adding = lists.addRecent('l:1', 'a', { keep: 0, ttlSeconds: 60 })
    expect(await rejectionOf(adding)).to.be.instanceOf(RangeError)
    expect(calls).to.deep.equal([])
  })
})
