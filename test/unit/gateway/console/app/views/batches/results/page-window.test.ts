import { expect } from 'chai'
import { afterOf, pageLinks } from '#gateway/console/app/views/batches/results/page-window.ts'

describe('pages of results', () => {
  it('the number of an address is whole', () => {
    expect([null, '', '100', '-1', '1e3', 'a'].map(afterOf)).to.deep.equal([0, 0, 100, 0, 0, 0])
  })

  it('a single page has no others', () => {
    const none = { first: null, previous: null, next: null, last: null }
    expect(pageLinks(0, 0)).to.deep.equal(none)
    expect(pageLinks(0, 100)).to.deep.equal(none)
  })

  it('the first page', () => {
    expect(pageLinks(0, 250)).to.deep.equal({ first: null, previous: null, next: 100, last: 200 })
  })

  it('a page between', () => {
    expect(pageLinks(100, 1_000_000)).to.deep.equal({ first: 0, previous: 0, next: 200, last: 999_900 })
  })

  it('the last page', () => {
    expect(pageLinks(200, 250)).to.deep.equal({ first: 0, previous: 100, next: null, last: null })
  })
})
