import { expect } from 'chai'
import { clip, clipUrl } from '#stages/score/audit/clip.ts'

describe('the shown part of a text', () => {
  it('is all of it up to the limit', () => {
    expect(clip('x'.repeat(500))).to.equal('x'.repeat(500))
    expect(clip('x'.repeat(501))).to.equal(`${'x'.repeat(500)}…`)
    expect(clipUrl('u'.repeat(2_049))).to.equal(`${'u'.repeat(2_048)}…`)
  })

  it('ends with no half of a character', () => {
    expect(clip('ab😀d', 3)).to.equal('ab…')
    expect(clip('a😀cd', 3)).to.equal('a😀…')
  })
})
