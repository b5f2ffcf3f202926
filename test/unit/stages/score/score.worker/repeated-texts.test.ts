import { expect } from 'chai'
import { audit } from '#stages/score/score.worker.ts'
import { auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

const PAGE_CHARS = 200_000
/** As many elements as a page is read with. */
const MANY = 149_000

/** The ids of the rules that failed. Throws when a rule has thrown. */
function failedRules(html: string): string[] {
  const { material: input, body } = auditMaterial({ html })
  const request = { url: PAGE_URL, device: 'mobile', vitals: 'synthetic' } as const
  const { result, crashed } = audit({ input, body, request })
  expect(crashed).to.deep.equal([])
  return result.issues.map(({ source_rule }) => source_rule)
}

describe('audit, for text that a page repeats', () => {
  for (const unit of ['a.', 'a,', 'a;', 'a@', 'a ', '/', '{', '&amp;', '<b>'])
    it(`judges ${JSON.stringify(unit)} as text, heading and attributes`, () => {
      const text = unit.repeat(PAGE_CHARS / unit.length)
      const html = `<title>A</title><h1>${text}</h1><a href="/${text}">${text}</a><img alt="${text}" src="${text}">`
      expect(failedRules(html)).to.include('viewport-missing')
    })

  it('judges as many children of a list as a page may have', () => {
    expect(failedRules(`<div role="list">${'<p>'.repeat(MANY)}</div>`)).to.include('viewport-missing')
  })

  it('judges as many parts of an item as are read', () => {
    const offers = Array.from({ length: 9_000 }, () => ({ '@type': 'Offer' }))
    const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: 'A', offers })
    expect(failedRules(`<script type="application/ld+json">${json}</script>`)).to.include('viewport-missing')
  })

  it('says of a canonical that is longer than any address that it cannot be used, and cuts it', () => {
    const html = `<link rel="canonical" href="/${'a'.repeat(300_000)}">`
    const { material: input, body } = auditMaterial({ html })
    const request = { url: PAGE_URL, device: 'mobile', vitals: 'synthetic' } as const
    const { result } = audit({ input, body, request })
    const failed = result.issues.map(({ source_rule }) => source_rule)
    expect(failed).to.include('canonical-invalid').and.not.include('canonical-missing')
    expect(JSON.stringify(result).length).to.be.below(100_000)
  })
})
