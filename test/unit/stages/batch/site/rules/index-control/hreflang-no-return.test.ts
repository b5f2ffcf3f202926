import { expect } from 'chai'
import { hreflangNoReturn } from '#stages/batch/site/rules/index-control/hreflang-no-return.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-hreflang-no-return', () => {
  const item = (path: string, target: string, hreflang: string) => ({
    ...{ url: urlOf(path), target: urlOf(target), hreflang },
  })

  it('finds language versions that are not named in return', () => {
    const pages = {
      '/en': { alternates: { en: '/en', de: '/de', fr: '/fr' } },
      '/de': { alternates: { en: '/en', de: '/de' } },
      '/fr': { alternates: { fr: '/fr' } },
    }
    expect(found(hreflangNoReturn, { pages })).to.deep.equal([item('/en', '/fr', 'fr')])
  })

  it('leaves out complete sets, x-default and itself, and versions that were not read or are no pages', () => {
    const complete = { en: '/en', de: '/de', 'x-default': '/en' }
    const pages = {
      '/en': { alternates: complete },
      '/de': { alternates: complete },
      '/es': { alternates: { es: '/es', pt: '/unread', it: '/gone' } },
      '/gone': { status: 404 },
    }
    expect(found(hreflangNoReturn, { pages })).to.deep.equal([])
  })

  it('takes a return through a redirect, and finds one that is missing on every page that lacks it', () => {
    const pages = {
      '/en': { alternates: { de: '/de' } },
      '/de': { alternates: { en: '/old' } },
      '/old': { finalUrl: '/en', redirects: [['/old', 301]] as const },
      '/fr': { alternates: { en: '/en', de: '/de' } },
    }
    expect(found(hreflangNoReturn, { pages })).to.deep.equal([
      item('/fr', '/en', 'en'),
      item('/fr', '/de', 'de'),
    ])
  })
})
