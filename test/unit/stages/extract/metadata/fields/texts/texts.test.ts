import { expect } from 'chai'
import { metadataFor } from '../../../pages.ts'

const basic = (html: string, headers?: Record<string, string[]>) =>
  metadataFor(html, { groups: ['tier1'], ...(headers ? { headers } : {}) })
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const languages: readonly (readonly [why: string, html: string, language: string | null, header?: string])[] =
  [
    ['none', '<p>x', null],
    ['html lang', '<html lang="de">', 'de'],
    ['underscore and case', '<html lang="en_us">', 'en-US'],
    ['script', '<html lang="zh-hans">', 'zh-Hans'],
    ['html lang before og:locale', '<html lang="de"><meta property=og:locale content=en_US>', 'de'],
    ['og:locale', '<meta property=og:locale content=pt_BR>', 'pt-BR'],
    ['x-default is no language', '<html lang="x-default"><meta property=og:locale content=fr_FR>', 'fr-FR'],
    ['rubbish', '<html lang="{{lang}}">', null],
    ['xml:lang', '<html xml:lang="it">', 'it'],
    ['http-equiv', '<meta http-equiv="Content-Language" content="sv, en">', 'sv'],
    ['header', '<p>x', 'nl', 'nl'],
  ]

describe('texts', () => {
  for (const [why, html, language, header] of languages)
    it(`language: ${why}`, () => {
      expect(basic(html, header ? { 'content-language': [header] } : undefined).language).to.equal(language)
    })

  it('keywords: one separator, none twice', () => {
    expect(basic('<meta name=keywords content="a,b ; c,, a , ">').keywords).to.equal('a, b, c')
    expect(
      basic('<meta property=article:tag content=x><meta property=article:tag content=y>').keywords,
    ).to.equal('x, y')
    expect(basic('').keywords).to.equal(null)
  })

  it('publisher: from structured data, never an address, at last the site', () => {
    expect(basic(ld({ '@type': 'Article', publisher: { name: 'Acme' } })).publisher).to.equal('Acme')
    expect(
      basic(
        '<meta property=article:publisher content="https://facebook.com/x"><meta property=og:site_name content=Site>',
      ).publisher,
    ).to.equal('Site')
  })

  it('site_name: Open Graph, WebSite, application name', () => {
    expect(
      basic('<meta name=application-name content=App><meta property=og:site_name content=Site>').site_name,
    ).to.equal('Site')
    expect(
      basic(`<meta name=application-name content=App>${ld({ '@type': 'WebSite', name: 'Web' })}`).site_name,
    ).to.equal('Web')
    expect(basic('<meta name=application-name content=App>').site_name).to.equal('App')
  })

  it('viewport, theme_color and generator as they stand, the first of several', () => {
    const html =
      '<meta name=viewport content="width=device-width, initial-scale=1"><meta name=theme-color content="#FFF"><meta name=theme-color content=black media="(x)"><meta name=generator content="WordPress 6.5">'
    expect(basic(html)).to.include({
      viewport: 'width=device-width, initial-scale=1',
      theme_color: '#FFF',
      generator: 'WordPress 6.5',
    })
    expect(basic('')).to.include({ viewport: null, theme_color: null, generator: null })
  })
})
