import { expect } from 'chai'
import { metadataLookups } from '#stages/extract/metadata/lookups-needed.ts'
import { factsOf, fetched, type Given, metadataFor } from '../../pages.ts'

const page = 'https://www.example.com/a/page'
const question = (html: string, given: Given = {}): string | null =>
  metadataLookups(factsOf(html, given), fetched(html, given), ['basic']).canonical

const hrefs: readonly (readonly [why: string, html: string, href: string | null, isSelf?: boolean])[] = [
  ['none', '<title>x</title>', null],
  ['token list in any case', `<link REL="Canonical alternate" href="${page}">`, page, true],
  ['another token that contains the word', '<link rel="canonical-x" href=/c>', null],
  [
    'relative with base',
    '<base href="/b/"><link rel=canonical href="c?x=1">',
    'https://www.example.com/b/c?x=1',
    false,
  ],
  ['in body: none', '<body><link rel=canonical href=/c>', null],
  ['in svg: none', '<svg><link rel=canonical href=/c></svg>', null],
  ['empty: none', '<link rel=canonical href="  ">', null],
  ['self but for the fragment', `<link rel=canonical href="${page}#top">`, `${page}#top`, true],
  [
    'another case of the path is another URL',
    '<link rel=canonical href="/A/page">',
    'https://www.example.com/A/page',
    false,
  ],
  [
    'self but for needless escapes (RFC 3986, 6.2.2)',
    '<link rel=canonical href="/a/%70age">',
    'https://www.example.com/a/%70age',
    true,
  ],
  [
    'host in upper case and default port are folded',
    '<link rel=canonical href="https://WWW.example.com:443/a/page">',
    page,
    true,
  ],
]

describe('canonical', () => {
  for (const [why, html, href, isSelf = false] of hrefs)
    it(why, () => {
      const { canonical } = metadataFor(html)
      expect(canonical?.href ?? null).to.equal(href)
      if (href !== null) expect(canonical?.is_self_canonical).to.equal(isSelf)
    })

  it('the order of query parameters matters', () => {
    const url = 'https://www.example.com/?a=1&b=2'
    const { canonical } = metadataFor('<link rel=canonical href="/?b=2&amp;a=1">', { url })
    expect(canonical?.is_self_canonical).to.equal(false)
  })

  it('may come from a Link header, resolved by the URL of the page', () => {
    const headers = {
      link: ['</style.css>; rel=preload; as=style, </c>; title="a, b"; REL="next Canonical"'],
    }
    expect(metadataFor('<base href=/b/>', { headers }).canonical?.href).to.equal('https://www.example.com/c')
  })

  it('has the page’s own status, without a look-up, when it is the page itself', () => {
    const html = `<link rel=canonical href="${page}#x">`
    expect(question(html)).to.equal(null)
    const { canonical } = metadataFor(html, { status: 404 })
    expect(canonical).to.include({ status: 404, resolves: false, is_self_canonical: true })
  })

  const answers: readonly (readonly [status: number | null, resolves: boolean])[] = [
    [200, true],
    [204, true],
    [301, false],
    [404, false],
    [500, false],
    [null, false],
  ]
  for (const [status, resolves] of answers)
    it(`answered by ${status}: resolves ${resolves}`, () => {
      const html = '<link rel=canonical href=/c>'
      expect(question(html)).to.equal('https://www.example.com/c')
      const { canonical, indexability } = metadataFor(html, { answers: { canonicalStatus: status } })
      expect(canonical).to.include({ status, resolves })
      expect(indexability?.canonical_valid).to.equal(resolves)
    })

  it('counts as valid when the egress rules refuse it', () => {
    const answers = { canonicalStatus: 'refused' } as const
    const { canonical, indexability } = metadataFor('<link rel=canonical href=/c>', { answers })
    expect(canonical).to.include({ status: null, resolves: false })
    expect(indexability?.canonical_valid).to.equal(true)
    const conflict = '<link rel=canonical href=/c><link rel=canonical href=/d>'
    expect(metadataFor(conflict, { answers }).indexability?.canonical_valid).to.equal(false)
  })

  const validity: readonly (readonly [why: string, html: string, isValid: boolean])[] = [
    ['none', '', true],
    ['two that differ', '<link rel=canonical href=/c><link rel=canonical href=/d>', false],
    [
      'two that are the same',
      '<link rel=canonical href=/c><link rel=canonical href="https://www.example.com/c#x">',
      true,
    ],
    ['unparsable', '<link rel=canonical href="http://[">', false],
    ['not http', '<link rel=canonical href="ftp://example.com/">', false],
    ['empty', '<link rel=canonical href="">', false],
    ['one of them empty', '<link rel=canonical href=/c><link rel=canonical href="">', false],
  ]
  for (const [why, html, isValid] of validity)
    it(`canonical_valid: ${why}`, () => {
      const { indexability } = metadataFor(html, { answers: { canonicalStatus: 200 } })
      expect(indexability?.canonical_valid).to.equal(isValid)
    })

  it('is never looked up when it is no http(s) URL', () => {
    expect(question('<link rel=canonical href="http://[">')).to.equal(null)
    expect(question('<link rel=canonical href="javascript:alert(1)">')).to.equal(null)
  })

  it('is in conflict when header and element differ', () => {
    const headers = { link: ['</d>; rel=canonical'] }
    const { indexability, canonical } = metadataFor('<link rel=canonical href=/c>', {
      headers,
      answers: { canonicalStatus: 200 },
    })
    expect(canonical?.href).to.equal('https://www.example.com/c')
    expect(indexability?.canonical_valid).to.equal(false)
  })
})
