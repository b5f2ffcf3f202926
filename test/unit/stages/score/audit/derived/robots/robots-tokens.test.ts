import { expect } from 'chai'
import { isKnownDirective, suggestionFor } from '#stages/score/audit/derived/robots/robots-tokens.ts'

describe('robots tokens', () => {
  it('are known by name and by value', () => {
    expect(isKnownDirective('noindex', null)).to.equal(true)
    expect(isKnownDirective('max-snippet', '-1')).to.equal(true)
    expect(isKnownDirective('max-image-preview', 'Large')).to.equal(true)
    expect(isKnownDirective('max-snippet', 'all')).to.equal(false)
    expect(isKnownDirective('no-index', null)).to.equal(false)
    expect(isKnownDirective('constructor', null)).to.equal(false)
  })

  it('are suggested for slips of the pen', () => {
    expect(suggestionFor('no-index')).to.equal('noindex')
    expect(suggestionFor('nofolow')).to.equal('nofollow')
    expect(suggestionFor('unavailable-after')).to.equal('unavailable_after')
    expect(suggestionFor('google')).to.equal(null)
    expect(suggestionFor('x'.repeat(100_000))).to.equal(null)
  })
})
