import { expect } from 'chai'
import { redirectChain } from '#stages/batch/site/rules/links/redirect-chain.ts'
import { found, urlOf, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-redirect-chain', () => {
  it('finds addresses that redirect more than once', () => {
    const pages = {
      '/': {},
      '/a': {
        finalUrl: '/c',
        redirects: [
          ['/a', 301],
          ['/b', 302],
        ] as const,
      },
    }
    expect(found(redirectChain, { pages })).to.deep.equal([
      { url: urlOf('/a'), target: urlOf('/c'), hops: urlsAt('/b', '/c') },
    ])
  })

  it('leaves out a single redirect, and circles', () => {
    const pages = { '/': {}, '/a': { finalUrl: '/c', redirects: [['/a', 301]] as const } }
    const probes = { '/x': { status: 301, to: '/y' }, '/y': { status: 301, to: '/x' } }
    expect(found(redirectChain, { pages, probes })).to.deep.equal([])
  })

  it('leaves out ways into a circle, and chains of other sites', () => {
    const probes = {
      '/into': { status: 301, to: '/x' },
      '/x': { status: 301, to: '/y' },
      '/y': { status: 301, to: '/x' },
      'https://other.test/1': { status: 301, to: 'https://other.test/2' },
      'https://other.test/2': { status: 301, to: 'https://other.test/3' },
    }
    expect(found(redirectChain, { pages: { '/': {} }, probes })).to.deep.equal([])
  })

  it('names every hop, those of requests after the crawl too', () => {
    const probes = {
      '/1': { status: 301, to: '/2' },
      '/2': { status: 302, to: '/3' },
      '/3': { status: 307, to: '/' },
    }
    expect(found(redirectChain, { pages: { '/': {} }, probes })).to.deep.equal([
      { url: urlOf('/1'), target: urlOf('/'), hops: urlsAt('/2', '/3', '/') },
      { url: urlOf('/2'), target: urlOf('/'), hops: urlsAt('/3', '/') },
    ])
  })
})
