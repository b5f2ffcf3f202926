import { expect } from 'chai'
import { canonicalChain } from '#stages/batch/site/rules/index-control/canonical-chain.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-canonical-chain', () => {
  it('finds pages whose canonical names another one', () => {
    const pages = { '/a': { canonical: '/b' }, '/b': { canonical: '/c' }, '/c': { canonical: '/c' } }
    expect(found(canonicalChain, { pages })).to.deep.equal([
      { url: urlOf('/a'), canonical: urlOf('/b'), target: urlOf('/c') },
    ])
  })

  it('finds two pages that name each other', () => {
    const pages = { '/a': { canonical: '/b' }, '/b': { canonical: '/a' } }
    expect(found(canonicalChain, { pages }).map(({ url }) => url)).to.deep.equal([urlOf('/a'), urlOf('/b')])
  })

  it('leaves out canonicals that end at once', () => {
    const pages = {
      '/a': { canonical: '/c' },
      '/b': { canonical: '/b' },
      '/c': {},
      '/d': { canonical: '/unknown' },
    }
    expect(found(canonicalChain, { pages })).to.deep.equal([])
  })

  it('leaves out a canonical that redirects back to its page, and names the page behind a redirect', () => {
    const probes = { '/old-a': { status: 301, to: '/a' }, '/old-b': { status: 301, to: '/b' } }
    const pages = { '/a': { canonical: '/old-a' }, '/b': { canonical: '/a' }, '/c': { canonical: '/old-b' } }
    expect(found(canonicalChain, { pages, probes })).to.deep.equal([
      { url: urlOf('/c'), canonical: urlOf('/b'), target: urlOf('/a') },
    ])
  })
})
