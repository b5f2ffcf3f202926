import { expect } from 'chai'
import { createWith, statusOf } from '#stages/batch/submission/submit.ts'
import { someBatch, someStatus } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

// What a submission stores: the test of batch-service.
describe('createWith', () => {
  const created: string[] = []
  const discarded: string[] = []
  const frontier = {
    create: async ({ id }: { id: string }) => void created.push(id),
    discard: async (id: string) => void discarded.push(id),
  }
  beforeEach(() => {
    created.length = 0
    discarded.length = 0
  })

  it('creates a batch in its state and works on it', async () => {
    const batch = await createWith(frontier, { ...someBatch, state: 'open' }, async ({ id }) => {
      expect(created).to.deep.equal([id])
    })
    expect(batch).to.deep.include({ ...someBatch, state: 'open' })
    expect(discarded).to.deep.equal([])
  })

  it('discards a batch whose work fails, and rejects with the reason', async () => {
    const full = new Error('full')
    for (const discard of [frontier.discard, () => Promise.reject(new Error('busy'))]) {
      const work = createWith({ ...frontier, discard }, { ...someBatch, state: 'running' }, () =>
        Promise.reject(full),
      )
      expect(await rejectionOf(work)).to.equal(full)
    }
    expect(discarded).to.deep.equal(created.slice(0, 1))
  })
})

describe('statusOf', () => {
  it('has the status of the batch, which exists', async () => {
    expect(await statusOf({ status: async () => someStatus }, someStatus)).to.equal(someStatus)
    expect(await rejectionOf(statusOf({ status: async () => null }, someStatus))).to.be.an.instanceOf(Error)
  })
})
