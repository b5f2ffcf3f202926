import { expect } from 'chai'
import type { SitemapFile } from '#shared/messages/payloads/audit-input.ts'
import {
  evaluateLastmods,
  foundSitemaps,
  isAbsent,
  variantsIn,
} from '#stages/score/audit/derived/sitemap/sitemaps.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const none = { count: 0, first: null }
const fileOf = (more: Partial<SitemapFile>): SitemapFile => ({
  url: 'https://www.example.com/sitemap.xml',
  from: 'default',
  status: 200,
  error: null,
  kind: 'urlset',
  fault: null,
  bytes: 0,
  entries: 0,
  foreign: none,
  lastmodInvalid: none,
  lastmodFuture: none,
  isCut: false,
  ...more,
})

describe('sitemap files', () => {
  for (const { file, found, absent } of [
    { file: {}, found: true, absent: false },
    { file: { kind: 'other' }, found: false, absent: true },
    { file: { kind: 'other', from: 'robots' }, found: true, absent: false },
    { file: { status: 404 }, found: false, absent: true },
    { file: { status: 410, from: 'robots' }, found: false, absent: true },
    { file: { status: 503 }, found: false, absent: false },
    { file: { status: null }, found: false, absent: false },
  ] as const) {
    it(`with ${JSON.stringify(file)} are ${found ? 'found' : absent ? 'absent' : 'unknown'}`, () => {
      const one = fileOf(file)
      expect(foundSitemaps({ files: [one], matches: [], isComplete: true })).to.deep.equal(found ? [one] : [])
      expect(isAbsent(one)).to.equal(absent)
    })
  }

  it('have dates that are judged together', () => {
    const judged = (...files: SitemapFile[]) =>
      evaluateLastmods(files, 'wrong', (file) => file.lastmodInvalid)
    const right = fileOf({ entries: 8 })
    const wrong = fileOf({ entries: 2, lastmodInvalid: { count: 2, first: 'yesterday' } })
    expect(judged(fileOf({})).kind).to.equal('not_applicable')
    expect(judged(right).kind).to.equal('pass')
    expect(judged(right, wrong)).to.deep.include({
      kind: 'fail',
      message: 'wrong',
      values: { affected: 2, total: 10, first: 'yesterday' },
      extent: { affected: 2, total: 10 },
    })
  })
})

describe('entries that name the page by another URL', () => {
  const variants = (html: string, ...locs: string[]) => {
    const matches = locs.map((loc) => ({ sitemap: 's', loc, lastmod: null, alternates: [] }))
    return variantsIn(auditFacts({ html, sitemaps: { matches } })).map(({ loc }) => loc)
  }
  it('are other spellings', () => {
    const locs = [
      'https://www.example.com/page',
      'http://www.example.com/page',
      'https://www.example.com/page?a=b',
    ]
    expect(variants('<p>', ...locs)).to.deep.equal(['http://www.example.com/page'])
  })
  it('are the page itself, where its canonical is another page', () => {
    const html = '<link rel=canonical href=/main>'
    expect(variants(html, 'https://www.example.com/page', 'https://www.example.com/main')).to.deep.equal([
      'https://www.example.com/page',
    ])
  })
  it('are no entries that are no URLs', () => expect(variants('<p>', 'page')).to.deep.equal([]))
})
