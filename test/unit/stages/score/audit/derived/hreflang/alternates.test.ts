import { expect } from 'chai'
import {
  addressesByCode,
  alternateLinks,
  alternatesOf,
  languageOfCode,
  ownAddresses,
} from '#stages/score/audit/derived/hreflang/alternates.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const site = 'https://www.example.com'
const facts = auditFacts({
  html: `<head><link rel="Alternate" hreflang=de href=/de><link rel=alternate hreflang=DE href=/de2>
    <link rel=stylesheet hreflang=it href=/it></head><p><link rel=alternate hreflang=fr href=/fr>`,
  headers: { link: `<${site}/es>; rel="alternate"; hreflang="es"` },
})

describe('language versions of a page', () => {
  it('are link elements of head and body', () => {
    expect(
      alternateLinks(facts.document).map(({ element, isInHead }) => [element.attribs.hreflang, isInHead]),
    ).to.deep.equal([
      ['de', true],
      ['DE', true],
      ['fr', false],
    ])
  })

  it('count in the head and in Link headers, each with where it stands', () => {
    expect(alternatesOf(facts).map(({ code, url, from }) => [code, url?.href, from])).to.deep.equal([
      ['de', `${site}/de`, 'head'],
      ['DE', `${site}/de2`, 'head'],
      ['es', `${site}/es`, 'header'],
    ])
  })

  it('name different addresses under one code, whatever its case', () => {
    const byCode = addressesByCode(alternatesOf(facts))
    expect(byCode.get('de')?.size).to.equal(2)
    expect(byCode.get('es')?.size).to.equal(1)
  })

  it('are read up to a bound', () => {
    const html = '<link rel=alternate hreflang=de href=/de>'.repeat(1001)
    expect(alternatesOf(auditFacts({ html }))).to.have.length(1000)
  })

  it('have the language of their code', () => {
    expect(['de-AT', 'ZH_tw', 'en', 'X-Default'].map(languageOfCode)).to.deep.equal(['de', 'zh', 'en', null])
  })

  it('are others than the URL of the page and its canonical', () => {
    const html = '<link rel=canonical href=/main>'
    expect(ownAddresses(auditFacts({ html })).size).to.equal(2)
    expect(ownAddresses(auditFacts({ html: '<link rel=canonical href=/page>' })).size).to.equal(1)
  })
})
