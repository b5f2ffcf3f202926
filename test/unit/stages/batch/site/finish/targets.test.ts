import { expect } from 'chai'
import { siteTargets } from '#stages/batch/site/finish/targets.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

const site = siteOf({
  pages: {
    '/': { links: ['/often', '/often', '/once', '/known', 'https://other.test/'] },
    '/known': { links: ['/often'], canonical: '/canonical', alternates: { de: '/de' } },
    'https://www.site.test/': { depth: 0 },
  },
  failures: { '/failed': { code: 'TIMEOUT' } },
  probes: { '/moved': { status: 301, to: '/target' } },
  listed: ['/listed', '/once', '/known'],
})

describe('what is to be checked of a site', () => {
  it('is what pages link or refer to, sitemaps list or redirects lead to, and nobody asked for', () => {
    const others = ['/canonical', '/de', '/listed', '/target'].map(urlOf)
    expect(siteTargets(site, 100).urls).to.deep.equal([
      ...[urlOf('/often'), urlOf('/once')],
      ...['https://other.test/', ...others].toSorted(),
    ])
  })

  it('begins with what is named most often', () => {
    expect(siteTargets(site, 1).urls).to.deep.equal([urlOf('/often')])
    expect(siteTargets(site, 0).urls).to.deep.equal([])
  })

  it('has the origins of the start pages', () => {
    expect(siteTargets(site, 0).origins).to.deep.equal(['https://site.test', 'https://www.site.test'])
  })
})
