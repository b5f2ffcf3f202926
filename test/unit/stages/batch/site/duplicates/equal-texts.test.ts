import { expect } from 'chai'
import { equalTexts, withoutAlternates } from '#stages/batch/site/duplicates/equal-texts.ts'
import { siteOf } from '#test/support/site/site-builder.ts'

describe('equal texts', () => {
  const alternates = { en: '/a', de: '/b' }
  const site = siteOf({
    pages: {
      '/a': { title: 'one', alternates },
      '/b': { title: 'one', alternates },
      '/c': { title: 'two' },
      '/d': { title: 'two' },
      '/e': { title: 'two' },
      '/f': {},
      '/g': {},
    },
  })

  it('are those of at least two pages that are no versions of each other', () => {
    const found = equalTexts(site, [0, 1, 2, 3, 5, 6], site.pages.title)
    expect(found.map(({ text, pages }) => [site.text(text), pages])).to.deep.equal([['two', [2, 3]]])
  })

  it('keep a page that has one partner besides its versions', () => {
    expect(withoutAlternates(site, [0, 1])).to.deep.equal([])
    expect(withoutAlternates(site, [0, 1, 2])).to.deep.equal([0, 1, 2])
  })
})
