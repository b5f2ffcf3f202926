import { deflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import type { AuditSiteFacts, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import {
  decodeAuditFacts,
  decodePageFacts,
  decodeRefresh,
  decodeStatus,
  encodePageFacts,
  encodeStatus,
  withAuditFacts,
} from '#shared/messages/payloads/site-facts-text.ts'

const plain = {
  ...{ finalUrl: 'https://site.test/', status: 200, redirects: [], isBlocked: false },
  ...{ title: 'T', description: null, h1: null, canonical: null, isNoindex: false, isAllowed: null },
  ...{ alternates: [], nodes: [], words: 1, bytes: 2, text: null },
}
/** Paths that can hardly be compressed. */
const facts = (links: number, urlChars = 40): PageSiteFacts => ({
  ...plain,
  links: Array.from({ length: links }, (_, at) => ({
    url: `https://site.test/${Buffer.from(`${at * 7919}${Math.sin(at)}`.repeat(9))
      .toString('base64url')
      .slice(0, urlChars)}`,
    text: `link ${at}`,
    isNofollow: at % 3 === 0,
  })),
})

const rule = {
  ...{ id: 'r', category: 'content', severity: 'error' as const, title: 't', fix: 'f', message: 'm' },
  ...{ docsUrl: 'https://authority.test/', elements: 1, selector: null, snippet: null },
  ...{ points: 1.25, evidence: [{ selector: 'p', value: 'v' }] },
}
const audit: AuditSiteFacts = {
  ruleVersion: '1.0.0',
  overall: 5,
  byCategory: { content: 5.55 },
  rules: [rule],
}

const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64')

describe('facts of a page in a header', () => {
  for (const count of [0, 50, 2000])
    it(`come back as they were: ${count} links`, () =>
      expect(decodePageFacts(encodePageFacts(facts(count)))).to.deep.equal(facts(count)))

  it('keep links to other origins, to the root, and those that look like paths', () => {
    const urls = ['https://site.test/', 'https://site.test', 'https://site.test:8443/a', 'http://site.test/a']
    const links = [...urls, 'https://site.test//other.test/', 'https://site.test.evil.test/'].map((url) => ({
      ...{ url, text: 'a "b"\u2028\n', isNofollow: false },
    }))
    for (const finalUrl of [
      'https://site.test/a',
      'https://site.test',
      'https://site.test?q',
      'http://a.test/',
    ])
      expect(decodePageFacts(encodePageFacts({ ...plain, finalUrl, links }))?.links).to.deep.equal(links)
  })

  it('keep links with as many characters as there may be', () => {
    const url = `https://site.test/${'x'.repeat(2048 - 'https://site.test/'.length)}`
    const links = [{ url, text: '', isNofollow: true }]
    expect(decodePageFacts(encodePageFacts({ ...plain, links }))?.links).to.deep.equal(links)
  })

  it('keep a final URL of any length, though the text has more characters then', () => {
    const noise = Array.from({ length: 15_000 }, (_, at) => Math.sin(at).toString(36).slice(3)).join('')
    const long = { ...facts(50), finalUrl: `https://site.test/${noise}` }
    expect(encodePageFacts(long).length).to.be.above(98_304)
    const { links, ...rest } = decodePageFacts(encodePageFacts(long)) ?? { links: null }
    expect(rest).to.deep.equal({ ...plain, finalUrl: long.finalUrl })
    expect(links).to.deep.equal(long.links.slice(0, links?.length))
  })

  it('are one line, whatever a page says', () =>
    expect(encodePageFacts({ ...facts(1), title: 'a\nb\r\u0085' })).to.not.match(/[\n\r]/))

  it('have at most 98,304 characters: of the lists the first half is kept, as often as necessary', () => {
    const text = encodePageFacts(facts(2000, 300))
    expect(text.length).to.be.at.most(98_304)
    const { links } = decodePageFacts(text) ?? { links: [] }
    expect(links).to.deep.equal(facts(2000, 300).links.slice(0, links.length))
    expect([1000, 500, 250]).to.include(links.length)
  })

  it('have at most 98,304 characters also where alternates and nodes are many', () => {
    const page = facts(2000, 300)
    const alternates = page.links.slice(0, 200).map(({ url }) => ({ hreflang: 'de', url }))
    const nodes = page.links.slice(0, 100).map(({ url, text: what }) => ({ id: url, what }))
    const text = encodePageFacts({ ...page, alternates, nodes })
    expect(text.length).to.be.at.most(98_304)
    const decoded = decodePageFacts(text)
    expect(decoded?.alternates).to.deep.equal(alternates.slice(0, decoded?.alternates.length ?? 0))
  })

  const links = { urls: ['/a'], texts: ['a'], nofollow: [] }
  const page = { ...plain, links }
  const wrong: Record<string, unknown> = {
    'another value': [1, 2],
    'too many links': {
      ...page,
      links: { urls: Array(2001).fill('/a'), texts: Array(2001).fill(''), nofollow: [] },
    },
    'a link without a text': { ...page, links: { ...links, texts: [] } },
    'a text that is a number': { ...page, links: { ...links, texts: [1] } },
    'a long text': { ...page, links: { ...links, texts: ['x'.repeat(201)] } },
    'a link that is none': { ...page, links: { ...links, urls: ['javascript:alert(1)'] } },
    'a path of a page without an origin': { ...page, finalUrl: 'https://site.test?q' },
    'a path of a long origin': { ...page, finalUrl: `https://${'x'.repeat(5000)}/` },
    'a long link': { ...page, links: { ...links, urls: [`/${'x'.repeat(2047)}`] } },
    'a URL that is none': { ...page, finalUrl: 'javascript:alert(1)' },
    'a status that is none': { ...page, status: 1e9 },
    'a long title': { ...page, title: 'x'.repeat(1001) },
    'negative numbers': { ...page, words: -1 },
    'a digest that is none': { ...page, text: { digest: 'x', signature: 'x' } },
  }

  it('are read as they are written, plain or deflated', () => {
    const { links: read, ...rest } = decodePageFacts(JSON.stringify(page)) ?? { links: [] }
    expect(read).to.deep.equal([{ url: 'https://site.test/a', text: 'a', isNofollow: false }])
    expect(rest).to.deep.equal(plain)
    expect(decodePageFacts(deflated(page))).to.deep.equal({ ...rest, links: read })
  })

  for (const [what, text] of [
    ['no base64', '\u0000\u00ff garbage'],
    ['nothing', ''],
    ['no deflate stream', Buffer.from('plain text').toString('base64')],
    ['no JSON', '{'],
    ['no JSON, deflated', deflateRawSync('{').toString('base64')],
    ['a bomb', deflateRawSync(Buffer.alloc(50_000_000)).toString('base64')],
    ...Object.entries(wrong).map(([name, value]) => [name, deflated(value)]),
    ...Object.entries(wrong).map(([name, value]) => [`${name}, plain`, JSON.stringify(value)]),
  ] as [string, string][])
    it(`are null for ${what}`, () => expect(decodePageFacts(text)).to.equal(null))
})

describe('facts of an audit in a header', () => {
  const text = withAuditFacts(encodePageFacts(facts(2)), audit)

  it('stand beside those of the page', () => {
    expect(decodeAuditFacts(text)).to.deep.equal(audit)
    expect(decodePageFacts(text)).to.deep.equal(facts(2))
  })

  it('are null without an audit', () => expect(decodeAuditFacts(encodePageFacts(facts(2)))).to.equal(null))

  it('are read where those of the page cannot be, and the other way round', () => {
    expect(decodeAuditFacts(withAuditFacts('garbage', audit))).to.deep.equal(audit)
    expect(decodePageFacts(`${encodePageFacts(facts(2))}\ngarbage`)).to.deep.equal(facts(2))
  })

  it('have at most 32,768 characters: all rules, but no examples where those do not fit', () => {
    // No two characters in a row are alike in more than a few of them: they can hardly be compressed.
    const noise = (seed: number, length: number) =>
      Array.from({ length }, (_, at) =>
        String.fromCharCode(33 + Math.floor(Math.abs(Math.sin(seed * 1e4 + at) * 1e6) % 90)),
      ).join('')
    const rules = Array.from({ length: 200 }, (_, at) => ({
      ...{ ...rule, id: `rule-${at}`, selector: noise(at, 400), snippet: noise(at + 0.5, 300) },
    }))
    const long = withAuditFacts('', { ...audit, rules })
    expect(long.length).to.be.at.most(32_768)
    const bare = rules.map((one) => ({ ...one, selector: null, snippet: null, message: '', evidence: [] }))
    expect(decodeAuditFacts(long)?.rules).to.deep.equal(bare)
  })

  it('go without evidence alone where that is enough', () => {
    const noise = (seed: number) =>
      Array.from({ length: 300 }, (_, at) =>
        String.fromCharCode(33 + Math.floor(Math.abs(Math.sin(seed * 1e4 + at) * 1e6) % 90)),
      ).join('')
    const rules = Array.from({ length: 20 }, (_, at) => ({
      ...{ ...rule, id: `rule-${at}`, selector: 'p' },
      evidence: Array.from({ length: 10 }, (_, one) => ({ selector: null, value: noise(at + one / 10) })),
    }))
    const long = withAuditFacts('', { ...audit, rules })
    expect(long.length).to.be.at.most(32_768)
    expect(decodeAuditFacts(long)?.rules).to.deep.equal(rules.map((one) => ({ ...one, evidence: [] })))
  })

  it('of an earlier version have no points and no evidence', () => {
    const { points: _, evidence: __, ...earlier } = rule
    const read = decodeAuditFacts(`\n${JSON.stringify({ ...audit, rules: [earlier] })}`)
    expect(read?.rules).to.deep.equal([{ ...rule, points: 0, evidence: [] }])
  })

  for (const [what, value] of Object.entries({
    'an unknown severity': { ...audit, rules: [{ ...rule, severity: '<b>' }] },
    'an authority that is no web page': { ...audit, rules: [{ ...rule, docsUrl: 'javascript:alert(1)' }] },
    'a rule that comes twice': { ...audit, rules: [rule, rule] },
    'a score above 100': { ...audit, overall: 101 },
  }))
    it(`are null for ${what}`, () => {
      expect(decodeAuditFacts(`\n${deflated(value)}`)).to.equal(null)
      expect(decodeAuditFacts(`\n${JSON.stringify(value)}`)).to.equal(null)
    })

  it('tell where a page sends on, in plain and in long texts, and nothing for all others', () => {
    const refresh = { url: 'https://site.test/new', seconds: 0 }
    const sent = { finalUrl: 'https://site.test/', refresh }
    for (const links of [1, 1000])
      expect(decodeRefresh(encodePageFacts({ ...facts(links), refresh }))).to.deep.equal(sent)
    for (const other of [encodePageFacts(facts(1)), encodePageFacts(facts(1000)), '', '{"refresh":{}}', 'x'])
      expect(decodeRefresh(other)).to.equal(null)
  })

  it('may be a status alone', () => {
    expect(decodeStatus(encodeStatus(404))).to.equal(404)
    for (const other of ['', '404', '{"status":999}', '{"status":"404"}', encodePageFacts(facts(1))])
      expect(decodeStatus(other)).to.equal(null)
    expect(decodePageFacts(encodeStatus(404))).to.equal(null)
  })
})
