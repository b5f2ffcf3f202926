import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { batchStatus, newBatchMessage, newBatchOf } from '#shared/rpc/batches/conversion.ts'
import { someBatch } from '#test/contract/batches.ts'

describe('conversion of batch messages', () => {
  const message = newBatchMessage(someBatch)

  for (const [name, wrong] of Object.entries({
    'an operation that is not offered': { ...message, operation: 'constructor' },
    'parameters that are no JSON': { ...message, parameters: '{' },
    'parameters that are no object': { ...message, parameters: '[1]' },
  })) {
    it(`refuses ${name}`, () => {
      expect(() => newBatchOf(wrong))
        .to.throw(Failure)
        .with.property('code', 'VALIDATION_ERROR')
    })
  }

  it('rejects values that this version does not know', () => {
    const crawl = {
      scope: 'PLANET',
      maxDepth: null,
      maxPages: 1,
      maxMinutes: null,
      include: [],
      exclude: [],
    }
    expect(() => newBatchOf({ ...message, crawl }))
      .to.throw(Failure)
      .with.property('code', 'INTERNAL_ERROR')
    const batch = { id: 'x', state: 'RESTING', counts: null, rejected: [], createdAt: '' }
    expect(() => batchStatus({ batch })).to.throw(Failure)
  })

  it('distinguishes no batch from one without counts', () => {
    expect(batchStatus({ batch: null })).to.equal(null)
    const batch = { id: 'x', state: 'PAUSED', counts: null, rejected: [], createdAt: '' }
    expect(batchStatus({ batch })).to.deep.include({ id: 'x', state: 'paused', finishedAt: null })
  })
})
