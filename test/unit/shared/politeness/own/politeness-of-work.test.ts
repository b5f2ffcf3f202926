import { expect } from 'chai'
import { politenessKey, politenessOf } from '#shared/politeness/own/politeness-of-work.ts'

describe('the politeness of work', () => {
  it('is its own only in a batch that sets a value', () => {
    const politeness = { delayMs: 5, concurrency: null, isUnthrottled: false }
    expect(politenessOf({ batch: 'b', politeness: 'delay=5' })).to.deep.equal({ batch: 'b', politeness })
    expect(politenessOf({ politeness: 'delay=5' })).to.equal(null)
    expect(politenessOf({ batch: 'b' })).to.equal(null)
  })

  it('has a key for each batch on a host', () => {
    expect(politenessKey('a.example', 'b')).to.not.equal(politenessKey('a.example', 'c'))
  })
})
