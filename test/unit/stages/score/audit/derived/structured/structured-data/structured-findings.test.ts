import { expect } from 'chai'
import {
  evaluateFindings,
  isJsonLd,
  structuredElementAt,
} from '#stages/score/audit/derived/structured/structured-data.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const html = `<script>1</script>${jsonLd({ '@type': 'Thing' })}<p>Text</p><div itemscope><b itemprop="name">A</b></div>`
const { document } = auditFacts({ html })
const at = (text: string) => structuredElementAt(document, html.indexOf(text))?.name ?? null

describe('findings of structured data', () => {
  it('stand at the element whose start tag is there, or in their block', () => {
    expect(at('<div')).to.equal('div')
    expect(at('<b')).to.equal('b')
    expect(at('schema.org')).to.equal('script')
    expect(at('<script>1')).to.equal(null)
    expect(at('</div>')).to.equal(null)
  })

  it('know JSON-LD by its media type, parameters and case aside', () => {
    const scripts = auditFacts({
      html: '<script type="Application/LD+JSON; a=b"></script><script type="text/ld+json"></script>',
    }).document.byTag('script')
    expect(scripts.map(isJsonLd)).to.deep.equal([true, false])
  })

  it('count items, not findings', () => {
    const offer = { '@type': 'Offer', price: '1 EUR', priceValidUntil: 'soon' }
    const facts = auditFacts(structuredPage(jsonLd({ '@type': 'Product', name: 'A', offers: offer })))
    const verdict = evaluateFindings(facts, 'sd-invalid-value', 'bad')
    expect(verdict.kind).to.equal('fail')
    if (verdict.kind === 'fail') {
      expect(verdict.extent).to.deep.equal({ affected: 1, total: 2 })
      expect(verdict.evidence).to.have.length(2)
    }
  })
})
