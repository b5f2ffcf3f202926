import { expect } from 'chai'
import {
  addressesOf,
  canonicalOf,
  canonicalsOf,
  otherCanonicalOf,
  tokensOf,
} from '#stages/score/audit/derived/canonical/canonicals.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const written = (page: AuditPage) => canonicalsOf(auditFacts(page)).map((one) => [one.from, one.written])

describe('canonicals', () => {
  it('stand in the head and in Link headers', () => {
    const page = {
      html: '<link rel="Canonical nofollow" href=" /a "><svg><link rel="canonical" href="/b"/></svg><link rel="canonical" href="/c">',
      headers: { link: ['</style.css>; rel=preload', '</d>; rel="canonical"'] },
    }
    expect(written(page)).to.deep.equal([
      ['html', '/a'],
      ['header', '/d'],
    ])
  })

  it('are resolved by the base in the page, by the address of the page in headers', () => {
    const html = '<base href="https://cdn.example.net/x/"><link rel="canonical" href="a">'
    const all = canonicalsOf(auditFacts({ html, headers: { link: '<b>; rel=canonical' } }))
    expect(all.map(({ url }) => url?.href)).to.deep.equal([
      'https://cdn.example.net/x/a',
      'https://www.example.com/b',
    ])
  })

  it('are one where they agree', () => {
    const facts = auditFacts({
      html: '<link rel="canonical" href="/a">',
      headers: { link: '</a#x>; rel=canonical' },
    })
    expect(canonicalOf(facts)?.url.href).to.equal('https://www.example.com/a')
    expect(addressesOf(canonicalsOf(facts)).size).to.equal(1)
  })

  it('are none where they contradict each other or cannot be used', () => {
    expect(
      canonicalOf(auditFacts({ html: '<link rel="canonical" href="/a"><link rel="canonical" href="/b">' })),
    ).to.equal(null)
    expect(canonicalOf(auditFacts({ html: '<link rel="canonical" href="mailto:a@b.c">' }))).to.equal(null)
  })

  it('are other ones only where they are not the page itself', () => {
    expect(otherCanonicalOf(auditFacts({ html: '<link rel="canonical" href="#top">' }))).to.equal(null)
    expect(otherCanonicalOf(auditFacts({ html: '<link rel="canonical" href="?a">' }))?.url.search).to.equal(
      '?a',
    )
  })

  it('are found by tokens of rel', () => {
    expect(tokensOf('Alternate\n CANONICAL')).to.deep.equal(['alternate', 'canonical'])
  })
})
