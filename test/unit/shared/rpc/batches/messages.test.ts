import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { batchReply, newBatch } from '#shared/rpc/batches/messages.ts'
import { someBatch } from '#test/contract/batches.ts'

describe('batch messages', () => {
  const message = newBatch.encode(someBatch) as object

  for (const [name, wrong] of Object.entries({
    'an operation that is not offered': { ...message, operation: 'constructor' },
    'parameters that are no JSON': { ...message, parameters: '{' },
    'parameters that are no object': { ...message, parameters: '[1]' },
  })) {
    it(`refuses ${name}`, () => {
      expect(() => newBatch.decode(wrong))
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
    expect(() => newBatch.decode({ ...message, crawl }))
      .to.throw(Failure)
      .with.property('code', 'INTERNAL_ERROR')
    const batch = {
      id: 'x',
      operation: 'metadata',
      source: 'URLS',
      state: 'RESTING',
      counts: null,
      rejected: [],
      createdAt: '',
    }
    expect(() => batchReply.decode({ batch })).to.throw(Failure)
  })

  it('distinguishes no batch from one without counts', () => {
    expect(batchReply.decode({ batch: null })).to.equal(null)
    const about = { id: 'x', operation: 'metadata', source: 'CRAWL' }
    const batch = { ...about, state: 'PAUSED', counts: null, rejected: [], createdAt: '' }
    const decoded = batchReply.decode({ batch })
    expect(decoded).to.deep.include({ id: 'x', source: 'crawl', state: 'paused', finishedAt: null })
  })

  it('takes the batch of an earlier version, which has no source, for one of URLs', () => {
    const about = { id: 'x', operation: '', source: 'SOURCE_UNSPECIFIED' }
    const batch = { ...about, state: 'PAUSED', counts: null, rejected: [], createdAt: '' }
    expect(batchReply.decode({ batch })).to.deep.include({ source: 'urls', operation: '' })
  })
})
