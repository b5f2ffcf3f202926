import { expect } from 'chai'
import { fail } from '#stages/score/audit/engine/rule.ts'
import { i18nSection } from '#stages/score/audit/result/sections/i18n.ts'
import { hreflangDuplicateCode } from '#stages/score/audit/rules/technical/hreflang/hreflang-duplicate-code.ts'
import { hreflangInBody } from '#stages/score/audit/rules/technical/hreflang/hreflang-in-body.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('language versions of an audit', () => {
  it('are those of the head and of Link headers', () => {
    const facts = auditFacts({
      html: '<link rel=alternate hreflang=de href=/de><p><link rel=alternate hreflang=it href=/it>',
      headers: { link: '<https://www.example.com/fr>; rel="alternate"; hreflang="fr"' },
      targets: [{ url: 'https://www.example.com/fr', status: 200 }],
    })
    expect(i18nSection(facts, []).hreflang).to.deep.equal([
      { hreflang: 'de', href: 'https://www.example.com/de', status: null },
      { hreflang: 'fr', href: 'https://www.example.com/fr', status: 200 },
    ])
  })

  it('are two hundred at the most', () => {
    const links = Array.from({ length: 201 }, (_, index) => `<link rel=alternate hreflang=de href=/${index}>`)
    expect(i18nSection(auditFacts({ html: links.join('') }), []).hreflang).to.have.lengthOf(200)
  })

  it('are in conflict where a rule about conflicts failed', () => {
    const conflictsAfter = (rule: typeof hreflangInBody) =>
      i18nSection(auditFacts({}), [{ rule: { ...rule, category: 'technical' }, verdict: fail('found') }])
        .duplicates_or_conflicts
    expect([hreflangDuplicateCode, hreflangInBody].map(conflictsAfter)).to.deep.equal([true, false])
  })

  it('have the language of the page and of the response beside them', () => {
    const headers = { 'content-language': ['de', 'fr'] }
    const section = i18nSection(auditFacts({ html: '<html lang=de-CH>', headers }), [])
    expect(section).to.include({ language: 'de-CH', content_language: 'de, fr' })
    expect(i18nSection(auditFacts({}), [])).to.include({ language: null, content_language: null })
  })
})
