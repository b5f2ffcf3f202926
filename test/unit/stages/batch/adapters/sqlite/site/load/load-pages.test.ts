import { expect } from 'chai'
import { pageUrl, urlOf as urlOfAddress } from '#stages/batch/site/rules/addresses.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

describe('pages of a site', () => {
  it('are documents: one for each final URL, that of a request for it first', () => {
    const site = siteOf({
      pages: {
        '/old': { finalUrl: '/new', redirects: [['/old', 301]], title: 'by redirect' },
        '/new': { title: 'direct' },
        '/b': { finalUrl: '/end', redirects: [['/b', 301]], title: 'second' },
        '/a': { finalUrl: '/end', redirects: [['/a', 301]], title: 'first' },
      },
    })
    const titles = Array.from({ length: site.pages.count }, (_, page) => [
      pageUrl(site, page),
      site.text(site.pages.title[page] as number),
    ])
    expect(titles).to.deep.equal([
      [urlOf('/end'), 'first'],
      [urlOf('/new'), 'direct'],
    ])
  })

  it('keep their links in order, with texts that are read when they are needed', () => {
    const site = siteOf({
      pages: { '/': { links: [{ to: '/b', text: 'one' }, { to: '/a', text: 'two', nofollow: true }, '/b'] } },
    })
    const { start, values } = site.pages.links
    expect([...start]).to.deep.equal([0, 3])
    expect([...values].map((link) => [urlOfAddress(site, link >> 1), link & 1])).to.deep.equal([
      [urlOf('/b'), 0],
      [urlOf('/a'), 1],
      [urlOf('/b'), 0],
    ])
    expect([0, 1, 2].map((at) => site.linkText(0, at))).to.deep.equal(['one', 'two', ''])
  })

  it('are not those of a bot challenge', () => {
    const site = siteOf({
      pages: { '/': { links: ['/x'] }, '/x': { isChallenge: true, title: 'Just a moment', status: 403 } },
    })
    expect(site.pages.count).to.equal(1)
  })

  it('have a fingerprint only where the text is long enough', () => {
    const site = siteOf({ pages: { '/a': { text: 'word '.repeat(30) }, '/b': { text: 'short' } } })
    expect([...site.pages.digest].map(Boolean)).to.deep.equal([true, true, false, false])
  })
})
