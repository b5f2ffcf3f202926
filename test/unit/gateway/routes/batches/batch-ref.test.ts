import { expect } from 'chai'
import type { Context } from 'koa'
import { batchRef, orNotFound, ownerIn } from '#gateway/routes/batches/batch-ref.ts'

const context = (owner: string | null) =>
  ({ params: { id: 'b1' }, state: { key: { id: 'k1', owner } } }) as unknown as Context

describe('batchRef', () => {
  it('names the batch of the path for the owner of the key', () => {
    expect(batchRef(context('shop'))).to.deep.equal({ id: 'b1', owner: 'shop' })
    expect(ownerIn(context('shop'))).to.equal('shop')
  })

  it('takes a key without an owner as an owner by itself', () => {
    expect(ownerIn(context(null))).to.equal('k1')
  })
})

describe('orNotFound', () => {
  it('returns what was found, else fails', () => {
    expect(orNotFound(0)).to.equal(0)
    expect(() => orNotFound(null))
      .to.throw('There is no such batch')
      .with.property('code', 'NOT_FOUND')
  })
})
