import { expect } from 'chai'
import { passGap } from '#stages/batch/shards/runner/pass-gap.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

describe('passGap', () => {
  it('goes on at the oldest command when the log has removed some, and leaves the position of the shard', async () => {
    const { store } = fakeStore({}, { intake: 1 })
    const logs = memoryShardLogs()
    for (let at = 0; at < 4; at++) await logs.append(0, { kind: 'tick' })
    logs.removeCommands(0, 3)
    const { parts, errors } = fakeParts(store, { logs })
    expect(await passGap(parts, 'intake', 1)).to.deep.equal({ next: 3, isNewLog: false })
    expect(store.positions()).to.deep.equal({ intake: 1, ended: 0 })
    expect(errors.join()).to.include('lost commands')
  })

  for (const [input, after] of [
    ['intake', { intake: 0, ended: 50 }],
    ['ended', { intake: 70, ended: 0 }],
  ] as const)
    it(`sets the position back that is beyond the end of the log: ${input}`, async () => {
      const { store } = fakeStore({}, { intake: 70, ended: 50 })
      const { parts, errors } = fakeParts(store)
      expect(await passGap(parts, input, 70)).to.deep.equal({ next: 0, isNewLog: true })
      expect(store.positions()).to.deep.equal(after)
      expect(errors).to.have.length(1)
    })
})
