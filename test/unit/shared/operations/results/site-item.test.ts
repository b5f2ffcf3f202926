import { expect } from 'chai'
import { siteItem } from '#shared/operations/results/site-item.ts'

describe('siteItem', () => {
  it('has the page, where it is linked, and what else is said of it', () => {
    const sources = [{ url: 'http://a.example/', text: 'here' }]
    expect(siteItem({ url: 'http://a.example/x', status: 404, sources, sources_total: 25 })).to.deep.equal({
      ...{ value: null, urls: ['http://a.example/x'], total: 1, sources, sourcesTotal: 25 },
      facts: { status: 404 },
    })
  })

  it('counts what it has where no total is given, and may have no page', () => {
    const sources = [{ url: 'http://a.example/', text: '' }]
    expect(siteItem({ urls: ['a', 'b'], sources })).to.include({ total: 2, sourcesTotal: 1 })
    expect(siteItem({})).to.deep.equal({
      ...{ value: null, urls: [], total: 0, sources: [], sourcesTotal: 0 },
      facts: {},
    })
  })
})
