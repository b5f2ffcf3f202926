import { expect } from 'chai'
import { linkToRedirect } from '#stages/batch/site/rules/links/link-to-redirect.ts'
import { found, sourceAt, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-link-to-redirect', () => {
  it('finds links inside the site that lead to redirects, and where these end', () => {
    const pages = {
      '/': { links: [{ to: '/old', text: 'old' }] },
      '/old': {
        finalUrl: '/new',
        redirects: [
          ['/old', 301],
          ['/older', 302],
        ] as const,
      },
      '/new': {},
    }
    expect(found(linkToRedirect, { pages })).to.deep.equal([
      { url: urlOf('/old'), status: 301, target: urlOf('/new'), sources: [sourceAt('/', 'old')] },
    ])
  })

  it('leaves out redirects of other sites, and those that no page links to', () => {
    const pages = {
      '/': { links: ['https://other.test/old', '/new'] },
      '/old': { finalUrl: '/new', redirects: [['/old', 301]] as const },
    }
    const probes = { 'https://other.test/old': { status: 301, to: 'https://other.test/new' } }
    expect(found(linkToRedirect, { pages, probes })).to.deep.equal([])
  })

  it('names the end of a chain, for links that are not to be followed too', () => {
    const probes = { '/1': { status: 302, to: '/2' }, '/2': { status: 301, to: '/end' } }
    const pages = { '/': { links: ['/1', { to: '/2', nofollow: true }] }, '/end': {} }
    expect(found(linkToRedirect, { pages, probes })).to.deep.equal([
      { url: urlOf('/1'), status: 302, target: urlOf('/end'), sources: [sourceAt('/')] },
      { url: urlOf('/2'), status: 301, target: urlOf('/end'), sources: [sourceAt('/')] },
    ])
  })
})
