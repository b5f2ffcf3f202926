import { expect } from 'chai'
import { metaKeys } from '#shared/page/meta-keys.ts'

describe('what a meta element declares', () => {
  it('is its name in any case, white space around it ignored (HTML Standard, 4.2.5)', () => {
    expect(metaKeys({ name: ' Robots\n' })).to.deep.equal(['robots'])
    expect(metaKeys({ name: 'robots\u00a0' })).to.deep.equal(['robots'])
    expect(metaKeys({ name: '' })).to.deep.equal([])
    expect(metaKeys({ name: null, property: undefined as never })).to.deep.equal([])
  })

  it('is each token of its property (RDFa in HTML, 3.1), once', () => {
    expect(metaKeys({ property: 'og:title  Twitter:Title', name: 'og:title' })).to.deep.equal([
      'og:title',
      'twitter:title',
    ])
  })
})
