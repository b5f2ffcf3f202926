import { expect } from 'chai'
import { isDecided } from '#stages/batch/site/report/changes.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import type { SiteRule } from '#stages/batch/site/rules/site-rule.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

const site = siteOf({
  pages: {
    '/': { links: ['/asked', '/never', '/wall'] },
    '/wall': { isChallenge: true, status: 403 },
    '/old': { finalUrl: '/', redirects: [['/old', 301]] },
  },
  failures: {
    '/late': { code: 'TIMEOUT' },
    '/dead': { code: 'URL_UNREACHABLE', details: { reason: 'dns_failure' } },
    '/forbidden': { code: 'ROBOTS_TXT_BLOCKED' },
  },
  probes: { '/asked': { status: 200 } },
})
const rule = (id: string) => siteRules.find((one) => one.id === id) as SiteRule
/** The paths of which a rule is decided. */
const decided = (id: string) =>
  ['/', '/old', '/asked', '/dead', '/forbidden', '/late', '/wall', '/never', '/elsewhere'].filter((path) =>
    isDecided(rule(id), { url: urlOf(path) }, site),
  )

describe('whether a site could have had an item', () => {
  it('is known of pages that were read, and of what is no part of the site', () =>
    expect(decided('site-duplicate-title')).to.deep.equal(['/', '/old', '/elsewhere']))

  it('is known of what responded, where the response decides', () =>
    expect(decided('site-broken-link')).to.deep.equal([
      '/',
      '/old',
      '/asked',
      '/dead',
      '/forbidden',
      '/elsewhere',
    ]))

  it('is known of all URLs where links decide', () =>
    expect(decided('site-nofollow-inside')).to.have.length(9))

  it('needs all pages of a group, and the pages where the links are', () => {
    const group = (...paths: string[]) => ({ value: 'x', urls: paths.map(urlOf) })
    expect(isDecided(rule('site-duplicate-title'), group('/', '/old'), site)).to.equal(true)
    expect(isDecided(rule('site-duplicate-title'), group('/', '/late'), site)).to.equal(false)
    const linked = (from: string) => ({ url: urlOf('/asked'), sources: [{ url: urlOf(from), text: '' }] })
    expect(isDecided(rule('site-broken-link'), linked('/'), site)).to.equal(true)
    expect(isDecided(rule('site-broken-link'), linked('/late'), site)).to.equal(false)
  })
})
