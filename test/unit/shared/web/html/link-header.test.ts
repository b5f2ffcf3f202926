import { expect } from 'chai'
import { parseLinkHeader } from '#shared/web/html/link-header.ts'

describe('parseLinkHeader', () => {
  // RFC 8288, section 3.5.
  it('returns several links', () => {
    const value =
      '</TheBook/chapter2>; rel="previous"; title*=UTF-8\'de\'letztes%20Kapitel, </a>; rel="start next"'
    expect(parseLinkHeader(value)).to.deep.equal([
      { target: '/TheBook/chapter2', rel: ['previous'], hreflang: null },
      { target: '/a', rel: ['start', 'next'], hreflang: null },
    ])
  })

  it('returns languages, as Google documents them for alternates', () => {
    const value =
      '<https://example.com/file.pdf>; rel="alternate"; hreflang="en", <https://de.example.com/>; rel=ALTERNATE; hreflang=de-ch'
    expect(parseLinkHeader(value)).to.deep.equal([
      { target: 'https://example.com/file.pdf', rel: ['alternate'], hreflang: 'en' },
      { target: 'https://de.example.com/', rel: ['alternate'], hreflang: 'de-ch' },
    ])
  })

  // RFC 8288, section 3.3: "MUST NOT be present more than once … occurrences after the first MUST be ignored".
  it('uses the first rel', () => {
    expect(parseLinkHeader('</a>; rel=canonical; rel=next')).to.deep.equal([
      { target: '/a', rel: ['canonical'], hreflang: null },
    ])
  })

  it('keeps commas and semicolons within quotes and targets', () => {
    expect(
      parseLinkHeader('</a,b;c>; title="x, y; z"; rel=canonical').map(({ target }) => target),
    ).to.deep.equal(['/a,b;c'])
  })
})
