import { expect } from 'chai'
import { singleInlink } from '#stages/batch/site/rules/links/single-inlink.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-single-inlink', () => {
  it('finds pages to which one other page links, however often', () => {
    const pages = { '/': { links: ['/a', '/a', '/b'] }, '/a': { links: ['/a', '/b'] }, '/b': {} }
    expect(found(singleInlink, { pages })).to.deep.equal(pagesAt('/a'))
  })

  it('leaves out the start page, links that are not followed, and pages that cannot be indexed', () => {
    const pages = {
      '/': { links: [{ to: '/a', nofollow: true }, '/b'] },
      '/a': { links: ['/'] },
      '/b': { isNoindex: true },
    }
    expect(found(singleInlink, { pages })).to.deep.equal([])
  })

  it('counts links through a redirect', () => {
    const pages = {
      '/': { links: ['/old', '/new'] },
      '/c': { links: ['/old'] },
      '/old': { finalUrl: '/new', redirects: [['/old', 301]] as const },
      '/new': {},
    }
    expect(found(singleInlink, { pages })).to.deep.equal([])
  })

  it('leaves out every start page, and pages with two links or none', () => {
    const pages = {
      '/': { links: ['/seed', '/two'], depth: 0 },
      '/seed': { links: ['/two'], depth: 0 },
      '/two': {},
      '/none': {},
    }
    expect(found(singleInlink, { pages })).to.deep.equal([])
  })
})
