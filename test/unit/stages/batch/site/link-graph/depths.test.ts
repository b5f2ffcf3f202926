import { expect } from 'chai'
import { siteOf } from '#test/support/site/site-builder.ts'

describe('clicks from the start pages', () => {
  it('take the shortest way; redirects and canonicals are no clicks; -1 where no way leads', () => {
    const site = siteOf({
      pages: {
        '/': { links: ['/1', '/old'] },
        '/1': { links: ['/2'], depth: 1 },
        '/2': { links: ['/3', '/'], depth: 2 },
        '/3': { depth: 3 },
        '/alone': { depth: 1 },
        '/canonical': { links: ['/after'], depth: 2 },
        '/after': { depth: 3 },
        '/new': { canonical: '/canonical', depth: 1 },
        '/old': { finalUrl: '/new', redirects: [['/old', 301]], depth: 1 },
      },
    })
    // In order of the URLs: /, /1, /2, /3, /after, /alone, /canonical, /new.
    expect([...site.pages.depth]).to.deep.equal([0, 1, 2, 3, 2, -1, 1, 1])
  })

  it('end in circles, and begin at each start page', () => {
    const site = siteOf({
      pages: { '/a': { links: ['/b'], depth: 0 }, '/b': { links: ['/a'], depth: 1 }, '/c': { depth: 0 } },
    })
    expect([...site.pages.depth]).to.deep.equal([0, 1, 0])
  })

  it('are not known outside of crawls', () => {
    const site = siteOf({ pages: { '/a': { links: ['/b'] }, '/b': {} }, isCrawl: false })
    expect([...site.pages.depth]).to.deep.equal([-1, -1])
  })
})
