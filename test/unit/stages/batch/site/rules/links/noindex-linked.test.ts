import { expect } from 'chai'
import { noindexLinked } from '#stages/batch/site/rules/links/noindex-linked.ts'
import { found, sourceAt, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-noindex-linked', () => {
  it('finds pages with noindex to which pages link', () => {
    const pages = { '/': { links: [{ to: '/a', text: 'hidden' }] }, '/a': { isNoindex: true } }
    expect(found(noindexLinked, { pages })).to.deep.equal([
      { url: urlOf('/a'), sources: [sourceAt('/', 'hidden')] },
    ])
  })

  it('leaves out links that are not followed, links to itself, and pages that nothing links to', () => {
    const pages = {
      '/': { links: [{ to: '/a', nofollow: true }, '/c'] },
      '/a': { isNoindex: true, links: ['/a'] },
      '/b': { isNoindex: true },
      '/c': {},
    }
    expect(found(noindexLinked, { pages })).to.deep.equal([])
  })

  it('leaves out pages of other sites that the site redirects to, and addresses that redirect', () => {
    const away = { finalUrl: 'https://other.test/', redirects: [['/away', 301]] as const, isNoindex: true }
    const pages = { '/': { links: ['https://other.test/', '/away'] }, '/away': away }
    expect(found(noindexLinked, { pages })).to.deep.equal([])
  })
})
