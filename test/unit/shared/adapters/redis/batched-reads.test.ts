import { expect } from 'chai'
import { batchedReads } from '#shared/adapters/redis/batched-reads.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('batchedReads', () => {
  /** The reads in progress: the test settles them. */
  let begun: { keys: readonly string[]; due: PromiseWithResolvers<(string | null)[]> }[]
  let read: ReturnType<typeof batchedReads>
  let time: number
  beforeEach(() => {
    begun = []
    time = 0
    read = batchedReads(
      (keys) => {
        const due = Promise.withResolvers<(string | null)[]>()
        begun.push({ keys, due })
        return due.promise
      },
      () => time,
    )
  })
  const keys = () => begun.map((one) => one.keys)
  const answer = async (at: number, values: (string | null)[]) => {
    begun[at]?.due.resolve(values)
    await turn()
  }

  it('combines the reads of one turn of the event loop', async () => {
    const values = Promise.all([read('a'), read('b'), read('a')])
    await turn()
    expect(keys()).to.deep.equal([['a', 'b']])
    await answer(0, ['1', null])
    expect(await values).to.deep.equal(['1', null, '1'])
  })

  it('reads a key again if it is requested after a read has started', async () => {
    const old = read('a')
    await turn()
    const young = Promise.all([read('a'), read('b')])
    await turn()
    expect(keys()).to.deep.equal([['a']])
    await answer(0, ['old'])
    expect(keys()).to.deep.equal([['a'], ['a', 'b']])
    await answer(1, ['young', '2'])
    expect(await old).to.equal('old')
    expect(await young).to.deep.equal(['young', '2'])
  })

  it('does not wait for a slow read', async () => {
    const slow = read('a')
    await turn()
    time = 5
    const patient = read('b')
    await turn()
    expect(keys()).to.deep.equal([['a']])
    time = 6
    const others = Promise.all([read('c'), read('a')])
    await turn()
    expect(keys()).to.deep.equal([['a'], ['b', 'c', 'a']])
    await answer(1, ['2', '3', 'young'])
    await answer(0, ['old'])
    expect([await slow, await patient, await others]).to.deep.equal(['old', '2', ['3', 'young']])
    expect(keys()).to.have.length(2)
  })

  it('returns the value of each of very many keys', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `key-${at}`)
    read = batchedReads(async (asked) => asked.map((key) => `value of ${key}`))
    const values = await Promise.all(many.map((key) => read(key)))
    expect(values).to.deep.equal(many.map((key) => `value of ${key}`))
  })

  it('rejects the failed and the waiting reads, and reads again afterwards', async () => {
    const error = new Error('unavailable')
    const first = rejectionOf(read('a'))
    await turn()
    const second = rejectionOf(read('b'))
    begun[0]?.due.reject(error)
    expect(await Promise.all([first, second])).to.deep.equal([error, error])
    expect(keys()).to.deep.equal([['a']])
    const later = read('a')
    await turn()
    await answer(1, ['back'])
    expect(await later).to.equal('back')
  })
})
