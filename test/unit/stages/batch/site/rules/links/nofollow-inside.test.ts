import { expect } from 'chai'
import { nofollowInside } from '#stages/batch/site/rules/links/nofollow-inside.ts'
import { found, sourceAt, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-nofollow-inside', () => {
  it('finds links inside the site that are not to be followed', () => {
    const pages = { '/': { links: [{ to: '/a', text: 'login', nofollow: true }] }, '/a': { links: ['/'] } }
    expect(found(nofollowInside, { pages })).to.deep.equal([
      { url: urlOf('/a'), sources: [sourceAt('/', 'login')] },
    ])
  })

  it('leaves out links to other sites, followed ones, and links to itself', () => {
    const pages = {
      '/': { links: [{ to: 'https://other.test/', nofollow: true }, '/a', { to: '/', nofollow: true }] },
      '/a': {},
    }
    expect(found(nofollowInside, { pages })).to.deep.equal([])
  })

  it('names a page that has a followed link to the same page too, and addresses that were not requested', () => {
    const pages = {
      '/': { links: ['/a', { to: '/a', text: 'again', nofollow: true }, { to: '/new', nofollow: true }] },
    }
    expect(found(nofollowInside, { pages })).to.deep.equal([
      { url: urlOf('/a'), sources: [sourceAt('/', 'again')] },
      { url: urlOf('/new'), sources: [sourceAt('/')] },
    ])
  })
})
