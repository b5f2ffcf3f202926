import { expect } from 'chai'
import { alternatePairs } from '#stages/batch/site/duplicates/equal-texts.ts'
import { siteOf } from '#test/support/site/site-builder.ts'

describe('pairs of language versions', () => {
  it('are those that one of them names, among the given pages', () => {
    const site = siteOf({
      pages: {
        '/a': { alternates: { de: '/b', fr: '/c', en: '/a', es: '/unread' } },
        '/b': {},
        '/c': {},
        '/d': {},
      },
    })
    expect(alternatePairs(site, [0, 1, 3])).to.deep.equal(
      new Map([
        [0, new Set([1])],
        [1, new Set([0])],
      ]),
    )
  })
})
