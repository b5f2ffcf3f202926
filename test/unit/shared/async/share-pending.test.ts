import { expect } from 'chai'
import { sharePending } from '#shared/async/share-pending.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('sharePending', () => {
  it('runs the work once for calls of a key at the same time, and again for later ones', async () => {
    const started: string[] = []
    const held = Promise.withResolvers<void>()
    const ask = sharePending(async (key) => {
      started.push(key)
      await held.promise
      return `${key} ${started.length}`
    })
    const answers = [ask('a'), ask('b'), ask('a')]
    expect(started).to.deep.equal(['a', 'b'])
    held.resolve()
    expect(await Promise.all(answers)).to.deep.equal(['a 2', 'b 2', 'a 2'])
    expect(await ask('a')).to.equal('a 3')
  })

  it('rejects all that share a failure, and none after it', async () => {
    let tries = 0
    const ask = sharePending(async () => {
      tries += 1
      if (tries === 1) throw new Error('away')
      return tries
    })
    const failures = await Promise.all([rejectionOf(ask('a')), rejectionOf(ask('a'))])
    expect(failures.map((error) => (error as Error).message)).to.deep.equal(['away', 'away'])
    expect(await ask('a')).to.equal(2)
  })
})
