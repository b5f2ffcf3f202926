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

  it('has the origins of all pages of the site, those with the most first behind the start pages', () => {
    const { origins } = siteTargets(
      siteOf({
        pages: {
          'https://site.test/': {
            finalUrl: 'https://www.site.test/',
            redirects: [['https://site.test/', 301]],
          },
          'https://a.site.test/1': {},
          'https://b.site.test/1': {},
          'https://b.site.test/2': {},
          'http://b.site.test:81/': {},
          'https://b.site.test/out': {
            finalUrl: 'https://other.test/',
            redirects: [['https://b.site.test/out', 302]],
          },
        },
        failures: { 'https://c.site.test/': { code: 'TIMEOUT' } },
      }),
      0,
    )
    expect(origins).to.deep.equal([
      'https://site.test',
      'https://b.site.test',
      'http://b.site.test:81',
      'https://a.site.test',
      'https://www.site.test',
    ])
  })

  it('has the origins of a domain with thousands of hosts up to a limit', () => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`https://h${at}.site.test/`, {}]),
    )
    expect(siteTargets(siteOf({ pages }), 0).origins).to.have.length(100)
  })
})
