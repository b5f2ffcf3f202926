import { expect } from 'chai'
import { hreflangToNotIndexable } from '#stages/batch/site/rules/index-control/hreflang-to-not-indexable.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-hreflang-to-not-indexable', () => {
  it('finds language versions that cannot be indexed, with the reason', () => {
    const alternates = { de: '/de', fr: '/fr', it: '/it', es: '/es' }
    const pages = { '/en': { alternates }, '/de': { isNoindex: true }, '/fr': { canonical: '/en' } }
    const probes = { '/it': { status: 404 }, '/es': { status: 301, to: '/en' } }
    expect(found(hreflangToNotIndexable, { pages, probes })).to.deep.equal(
      Object.entries({ de: 'noindex', fr: 'canonical', it: 'error', es: 'redirect' }).map(
        ([language, reason]) => ({
          ...{ url: urlOf('/en'), target: urlOf(`/${language}`), hreflang: language, reason },
        }),
      ),
    )
  })

  it('leaves out versions that can be indexed, the page itself, and what was not asked', () => {
    const pages = {
      '/en': { alternates: { en: '/en', de: '/de', fr: '/unknown' }, isNoindex: true },
      '/de': { canonical: '/de' },
    }
    expect(found(hreflangToNotIndexable, { pages })).to.deep.equal([])
  })
})
