import { expect } from 'chai'
import { nextPages } from '#stages/batch/site/link-graph.ts'
import { addressesWhere } from '#stages/batch/site/rules/addresses.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

// Pages in order of their URLs: 0 = /, 1 = /a, 2 = /b. /old redirects to /b.
const site = siteOf({
  pages: {
    '/': { links: ['/a', '/a', '/b', '/old', '/', { to: '/c', nofollow: true }, 'https://other.test/'] },
    '/a': { links: ['/old', { to: '/', nofollow: true }] },
    '/b': {},
    '/old': { finalUrl: '/b', redirects: [['/old', 301]] },
  },
})
const { graph } = site
const lists = nextPages(site, graph)
const inlinks = (path: string) => {
  const [found] = addressesWhere(site, () => true).filter(({ url }) => url === urlOf(path))
  return graph.inlinks[found?.address as number]
}

describe('graph of links', () => {
  it('leads to each other page once, through redirects, and not by links that are not followed', () => {
    const next = (page: number) => [...lists.values.subarray(lists.start[page], lists.start[page + 1])]
    expect([next(0), next(1), next(2)]).to.deep.equal([[1, 2], [2], []])
  })

  it('counts the pages that link to an address, and those from which a page is reached', () => {
    expect(['/a', '/b', '/old', '/c', '/'].map(inlinks)).to.deep.equal([1, 1, 2, 0, 0])
    expect([...graph.pageInlinks]).to.deep.equal([0, 1, 2])
  })

  it('counts the different addresses of other pages that a page links to', () => {
    // Home: /a, /b, /old and the other site.
    expect([...graph.outlinks]).to.deep.equal([4, 1, 0])
  })
})
