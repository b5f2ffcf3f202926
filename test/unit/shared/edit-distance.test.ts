import { expect } from 'chai'
import { editDistance } from '#shared/edit-distance.ts'

// Textbook distances; a swap of neighbours counts as one.
describe('edit distance', () => {
  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    expect(editDistance('kitten', 'sitting')).to.equal(3)
    expect(editDistance('ca', 'ac')).to.equal(1)
    expect(editDistance('', 'abc')).to.equal(3)
    expect(editDistance('same', 'same')).to.equal(0)
  })
})
