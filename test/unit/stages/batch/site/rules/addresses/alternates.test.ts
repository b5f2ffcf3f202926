import { expect } from 'chai'
import { alternatesOf, urlOf } from '#stages/batch/site/rules/addresses.ts'
import { siteOf } from '#test/support/site/site-builder.ts'

describe('language versions of a page', () => {
  it('are read in the order in which the page names them', () => {
    const site = siteOf({ pages: { '/a': { alternates: { fr: '/fr', de: '/de' } }, '/b': {} } })
    const named = alternatesOf(site, 0).map(({ hreflang, address }) => [hreflang, urlOf(site, address)])
    expect(named).to.deep.equal([
      ['fr', 'https://site.test/fr'],
      ['de', 'https://site.test/de'],
    ])
    expect(alternatesOf(site, 1)).to.deep.equal([])
  })
})
