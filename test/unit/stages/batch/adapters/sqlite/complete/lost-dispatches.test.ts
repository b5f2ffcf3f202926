import { expect } from 'chai'
import { dispatchedUrls, linesOf, numbered, result, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('a result of a waiting item, whose dispatch was lost in a power cut', () => {
  const store = storeOfEachTest()

  const endingOf = (id: string) => ({ id, outcome: result('http://x.example/2') })

  it('is accepted: no second one would arrive', async () => {
    await startBatch(store, 'a', numbered('x.example', 3))
    await store.frontier.complete([endingOf('a.2'), endingOf('a.2')])
    expect(await store.counts('a')).to.include({ waiting: 2, running: 0, done: 1 })
    expect((await store.frontier.status('a', 10))?.hosts).to.deep.equal([
      { host: 'x.example', waiting: 2, running: 0, restsUntil: null },
    ])
    expect(dispatchedUrls((await store.frontier.dispatch(10)).dispatches)).to.deep.equal([
      'http://x.example/1',
      'http://x.example/3',
    ])
    await store.frontier.complete([endingOf('a.1'), endingOf('a.3')])
    expect((await store.frontier.status('a'))?.state).to.equal('finished')
    expect((await linesOf(store, 'a')).map(({ id }) => id)).to.deep.equal(['a.2', 'a.1', 'a.3'])
  })

  it('is accepted while the batch is paused', async () => {
    await startBatch(store, 'a', ['http://x.example/1'])
    await store.frontier.setState('a', 'paused')
    await store.frontier.complete([endingOf('a.1')])
    expect(await store.counts('a')).to.include({ waiting: 0, done: 1 })
  })

  it('is ignored for a cancelled batch, and for an unknown item', async () => {
    await startBatch(store, 'a', numbered('x.example', 3))
    await store.frontier.dispatch(1)
    await store.frontier.complete([endingOf('a.4'), endingOf('a.99')])
    await store.frontier.setState('a', 'cancelled')
    await store.frontier.complete([endingOf('a.2'), endingOf('a.3')])
    expect(await store.counts('a')).to.include({ accepted: 3, waiting: 0, running: 0, done: 0 })
    await store.frontier.complete([endingOf('a.1')])
    expect(await linesOf(store, 'a')).to.have.length(0)
  })
})
