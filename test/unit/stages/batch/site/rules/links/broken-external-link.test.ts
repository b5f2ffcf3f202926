import { expect } from 'chai'
import { brokenExternalLink } from '#stages/batch/site/rules/links/broken-external-link.ts'
import { found, sourceAt } from '#test/support/site/site-rules.ts'

describe('rule site-broken-external-link', () => {
  it('finds links to other sites that end in an error', () => {
    const pages = { '/': { links: [{ to: 'https://other.test/gone', text: 'them' }, 'https://no.test/'] } }
    const probes = {
      'https://other.test/gone': { status: 404 },
      'https://no.test/': { error: 'dns_failure' },
    }
    expect(found(brokenExternalLink, { pages, probes })).to.deep.equal([
      { url: 'https://no.test/', status: null, reason: 'dns_failure', sources: [sourceAt('/')] },
      { url: 'https://other.test/gone', status: 404, sources: [sourceAt('/', 'them')] },
    ])
  })

  it('leaves out answers that programs get and browsers may not, what was not asked, and links inside', () => {
    const refused = [401, 403, 429].map((status) => [`https://other.test/${status}`, { status }] as const)
    const pages = {
      '/': {
        links: [...refused.map(([url]) => url), 'https://other.test/fine', 'https://new.test/', '/gone'],
      },
      '/gone': { status: 404 },
    }
    const probes = { ...Object.fromEntries(refused), 'https://other.test/fine': { status: 200 } }
    expect(found(brokenExternalLink, { pages, probes })).to.deep.equal([])
  })

  it('finds what redirects to an error, and leaves out what redirects to a refusal', () => {
    const links = ['gone', 'down', 'refused', 'fine'].map((name) => `https://other.test/to-${name}`)
    const to = (name: string) => ({ status: 301, to: `https://other.test/${name}` })
    const probes = {
      ...Object.fromEntries(links.map((url) => [url, to(url.split('-')[1] as string)])),
      'https://other.test/gone': { status: 410 },
      'https://other.test/down': { error: 'connection_failed' },
      'https://other.test/refused': { status: 403 },
      'https://other.test/fine': { status: 200 },
    }
    expect(found(brokenExternalLink, { pages: { '/': { links } }, probes })).to.deep.equal([
      {
        ...{ url: 'https://other.test/to-down', status: null, reason: 'connection_failed' },
        sources: [sourceAt('/')],
      },
      { url: 'https://other.test/to-gone', status: 410, sources: [sourceAt('/')] },
    ])
  })

  it('leaves out refusals that were met when a page of the site redirected there', () => {
    const away = { status: 403, finalUrl: 'https://other.test/', redirects: [['/away', 301]] as const }
    const pages = { '/': { links: ['https://other.test/'] }, '/away': away }
    expect(found(brokenExternalLink, { pages })).to.deep.equal([])
  })

  for (const status of [405, 406, 451, 503, 999])
    it(`leaves out ${status}, with which sites refuse programs`, () => {
      const pages = { '/': { links: ['https://other.test/'] } }
      const probes = { 'https://other.test/': { status } }
      expect(found(brokenExternalLink, { pages, probes })).to.deep.equal([])
    })
})
