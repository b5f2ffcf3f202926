import { expect } from 'chai'
import { redirectLoop } from '#stages/batch/site/rules/links/redirect-loop.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-redirect-loop', () => {
  it('finds addresses whose redirects do not end', () => {
    const failures = { '/round': { code: 'URL_UNREACHABLE', details: { reason: 'too_many_redirects' } } }
    const probes = { '/x': { status: 301, to: '/y' }, '/y': { status: 302, to: '/x' } }
    expect(found(redirectLoop, { pages: { '/': {} }, failures, probes })).to.deep.equal(
      pagesAt('/round', '/x', '/y'),
    )
  })

  it('leaves out redirects that end, those into a circle of others, and other sites', () => {
    const pages = { '/': {}, '/a': { finalUrl: '/b', redirects: [['/a', 301]] as const } }
    const probes = {
      'https://other.test/': { status: 301, to: 'https://other.test/' },
      '/into': { status: 301, to: 'https://other.test/' },
    }
    expect(found(redirectLoop, { pages, probes })).to.deep.equal([])
  })
})
