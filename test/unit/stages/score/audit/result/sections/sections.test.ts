import { expect } from 'chai'
import { contentSection, structuredSection } from '#stages/score/audit/result/sections/content.ts'
import { i18nSection } from '#stages/score/audit/result/sections/i18n.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('headings of an audit', () => {
  it('are told with their texts and levels', () => {
    const html = '<h1>A <b>great</b>\n page</h1><h2>More<script>x</script></h2>'
    expect(contentSection(auditFacts({ html })).headings).to.deep.equal([
      { tag: 'h1', text: 'A great page', level: 1 },
      { tag: 'h2', text: 'More', level: 2 },
    ])
  })

  it('within each other are told with the start of their texts', () => {
    const html = `${'<h1><span>'.repeat(3)}${'word '.repeat(1_000)}`
    const { headings } = contentSection(auditFacts({ html }))
    expect(headings.map(({ text }) => text)).to.deep.equal(Array(3).fill(`${'word '.repeat(60)}…`))
  })
})

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
})

describe('structured data of an audit', () => {
  const finding = { rule: 'sd-required-missing', type: 'Product', path: '', message: 'm', offset: 0 }
  const section = (severity: 'error' | 'warning', count: number) =>
    structuredSection(auditFacts({ structured: { findings: Array(count).fill({ ...finding, severity }) } }))

  it('says when not all of it is shown', () => {
    expect(section('warning', 100)).to.include({ valid: true, truncated: false })
    expect(section('warning', 101)).to.include({ valid: true, truncated: true })
    expect(section('error', 101)).to.include({ valid: false, truncated: true })
  })
})
