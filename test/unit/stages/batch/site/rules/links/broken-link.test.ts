import { expect } from 'chai'
import { brokenLink } from '#stages/batch/site/rules/links/broken-link.ts'
import { found, sourceAt, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-broken-link', () => {
  it('finds links inside the site that end in an error, with where they are', () => {
    const pages = {
      '/': { links: [{ to: '/gone', text: 'here' }, { to: '/gone', text: 'again' }, '/down', '/moved'] },
      '/a': { links: [{ to: '/gone', text: 'there' }] },
      '/gone': { status: 404 },
      '/moved': { status: 410, finalUrl: '/end', redirects: [['/moved', 301]] as const },
    }
    const failures = { '/down': { code: 'URL_UNREACHABLE', details: { reason: 'connection_refused' } } }
    expect(found(brokenLink, { pages, failures })).to.deep.equal([
      { url: urlOf('/down'), status: null, reason: 'connection_refused', sources: [sourceAt('/')] },
      { url: urlOf('/gone'), status: 404, sources: [sourceAt('/', 'here'), sourceAt('/a', 'there')] },
      { url: urlOf('/moved'), status: 410, sources: [sourceAt('/')] },
    ])
  })

  it('leaves out 429, what was not requested, what is blocked, loops, other sites and links to itself', () => {
    const pages = {
      '/': { links: ['/busy', '/unknown', '/blocked', '/round', 'https://other.test/gone', '/fine'] },
      '/busy': { status: 429 },
      '/fine': {},
      '/self': { status: 404, links: ['/self'] },
    }
    const failures = {
      '/blocked': { code: 'ROBOTS_TXT_BLOCKED' },
      '/round': { code: 'URL_UNREACHABLE', details: { reason: 'too_many_redirects' } },
    }
    const probes = { 'https://other.test/gone': { status: 404 } }
    expect(found(brokenLink, { pages, failures, probes })).to.deep.equal([])
  })

  it('names 20 sources, and counts all', () => {
    const linking = Array.from({ length: 25 }, (_, at) => [`/p${at + 10}`, { links: ['/gone'] }] as const)
    const pages = { ...Object.fromEntries(linking), '/gone': { status: 404 } }
    const [item] = found(brokenLink, { pages }) as { sources?: unknown[]; sources_total?: number }[]
    expect([item?.sources?.length, item?.sources_total]).to.deep.equal([20, 25])
  })

  it('finds addresses that redirect to an error, when they were requested after the crawl too', () => {
    const probes = {
      '/old': { status: 301, to: '/older' },
      '/older': { status: 301, to: '/gone' },
      '/gone': { status: 404 },
      '/away': { status: 302, to: 'https://no.test/' },
      'https://no.test/': { error: 'dns_failure' },
      '/moved': { status: 301, to: '/' },
    }
    const pages = { '/': { links: ['/old', '/away', '/moved'] } }
    expect(found(brokenLink, { pages, probes })).to.deep.equal([
      { url: urlOf('/away'), status: null, reason: 'dns_failure', sources: [sourceAt('/')] },
      { url: urlOf('/old'), status: 404, sources: [sourceAt('/')] },
    ])
  })

  it('finds refusals too: the site itself answers so', () => {
    const pages = {
      '/': { links: ['/members', '/error'] },
      '/members': { status: 401 },
      '/error': { status: 503 },
    }
    expect(found(brokenLink, { pages }).map(({ url }) => url)).to.deep.equal(
      ['/error', '/members'].map(urlOf),
    )
  })
})
