import { expect } from 'chai'
import { truncate, truncateUrl } from '#stages/score/audit/result/truncate.ts'

describe('truncate', () => {
  it('keeps a text up to the limit', () => {
    expect(truncate('x'.repeat(500))).to.equal('x'.repeat(500))
    expect(truncate('x'.repeat(501))).to.equal(`${'x'.repeat(500)}…`)
    expect(truncateUrl('u'.repeat(2_049))).to.equal(`${'u'.repeat(2_048)}…`)
  })

  it('splits no surrogate pair', () => {
    expect(truncate('ab😀d', 3)).to.equal('ab…')
    expect(truncate('a😀cd', 3)).to.equal('a😀…')
  })
})
