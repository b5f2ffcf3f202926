import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { makeMicroBatcher } from '#stages/batch/event-log/micro-batcher.ts'

describe('makeMicroBatcher', () => {
  const groups: number[][] = []
  beforeEach(() => {
    groups.length = 0
  })
  const bulk = (fails: (group: readonly number[]) => Error | null = () => null) =>
    makeMicroBatcher<number>({
      maxSize: 3,
      waitMs: 10,
      async process(group) {
        groups.push([...group])
        const error = fails(group)
        if (error !== null) throw error
      },
    })

  it('processes full groups at once, and others after a delay', async () => {
    const add = bulk()
    await Promise.all([1, 2, 3, 4].map(add))
    expect(groups).to.deep.equal([[1, 2, 3], [4]])
  })

  it('lets an item that fails hold up no other', async () => {
    const add = bulk((group) => (group.includes(2) ? new Error('a defect') : null))
    const settled = await Promise.allSettled([1, 2, 3].map(add))
    expect(settled.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('rejects a whole group when a dependency is unavailable', async () => {
    const add = bulk(() => unavailable('disk'))
    const settled = await Promise.allSettled([1, 2].map(add))
    expect(settled.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(groups).to.deep.equal([[1, 2]])
  })
})
