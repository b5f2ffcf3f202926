import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import { decodeSiteFacts, encodeSiteFacts, type SiteFacts } from '#shared/messages/payloads/site-facts.ts'

const facts = (links: number, urlChars = 40): SiteFacts => ({
  page: {
    ...{
      finalUrl: 'https://site.test/',
      status: 200,
      redirects: [],
      isBlocked: false,
      title: 'T',
      description: null,
      h1: null,
    },
    ...{
      canonical: null,
      isNoindex: false,
      isAllowed: null,
      alternates: [],
      nodes: [],
      words: 1,
      bytes: 2,
      text: null,
    },
    links: Array.from({ length: links }, (_, at) => ({
      // Hardly compressible.
      url: `https://site.test/${Buffer.from(`${at * 7919}${Math.sin(at)}`.repeat(9))
        .toString('base64url')
        .slice(0, urlChars)}`,
      text: `link ${at}`,
      isNofollow: false,
    })),
  },
  audit: null,
})

const rule = {
  ...{ id: 'r', category: 'content', severity: 'error' as const, title: 't', fix: 'f', message: 'm' },
  ...{ docsUrl: 'https://authority.test/', elements: 1, selector: null, snippet: null },
}
const audit = { ruleVersion: '1.0.0', overall: 5, byCategory: { content: 5.55 }, rules: [rule] }

const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64')

describe('facts of a page in a header', () => {
  it('come back as they were', () =>
    expect(decodeSiteFacts(encodeSiteFacts(facts(50)))).to.deep.equal(facts(50)))

  it('have at most 131,072 characters: of the lists the first half is kept, as often as necessary', () => {
    const text = encodeSiteFacts(facts(2000, 300))
    expect(text.length).to.be.at.most(131_072)
    const { links } = decodeSiteFacts(text)?.page ?? { links: [] }
    expect(links).to.deep.equal(facts(2000, 300).page.links.slice(0, links.length))
    expect([1000, 500, 250]).to.include(links.length)
  })

  it('have at most 131,072 characters also where alternates and nodes are many', () => {
    const { page } = facts(2000, 300)
    const alternates = page.links.slice(0, 200).map(({ url }) => ({ hreflang: 'de', url }))
    const nodes = page.links.slice(0, 100).map(({ url, text: what }) => ({ id: url, what }))
    const text = encodeSiteFacts({ page: { ...page, alternates, nodes }, audit })
    expect(text.length).to.be.at.most(131_072)
    const decoded = decodeSiteFacts(text)
    expect(decoded?.audit).to.deep.equal(audit)
    expect(decoded?.page.alternates).to.deep.equal(alternates.slice(0, decoded?.page.alternates.length ?? 0))
  })

  const { page } = facts(1)
  for (const [what, text] of Object.entries({
    'no base64': '\u0000\u00ff garbage',
    nothing: '',
    'no deflate stream': Buffer.from('plain text').toString('base64'),
    'no JSON': deflateRawSync('{').toString('base64'),
    'another value': packed([1, 2]),
    'a bomb': deflateRawSync(Buffer.alloc(50_000_000)).toString('base64'),
    'too many links': packed({ page: { ...page, links: Array(2001).fill(page.links[0]) }, audit: null }),
    'a URL that is none': packed({ page: { ...page, finalUrl: 'javascript:alert(1)' }, audit: null }),
    'a status that is none': packed({ page: { ...page, status: 1e9 }, audit: null }),
    'a long title': packed({ page: { ...page, title: 'x'.repeat(1001) }, audit: null }),
    'negative numbers': packed({ page: { ...page, words: -1 }, audit: null }),
    'an unknown severity': packed({ page, audit: { ...audit, rules: [{ ...rule, severity: '<b>' }] } }),
    'an authority that is no web page': packed({
      page,
      audit: { ...audit, rules: [{ ...rule, docsUrl: 'javascript:alert(1)' }] },
    }),
    'a rule that comes twice': packed({ page, audit: { ...audit, rules: [rule, rule] } }),
    'a digest that is none': packed({
      page: { ...page, text: { digest: 'x', signature: 'x' } },
      audit: null,
    }),
  })) {
    it(`are null for ${what}`, () => expect(decodeSiteFacts(text)).to.equal(null))
  }
})
