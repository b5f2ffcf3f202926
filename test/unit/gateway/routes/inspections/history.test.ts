import { expect } from 'chai'
import { historyBody, parseHistoryQuery } from '#gateway/routes/inspections/history.ts'

const all = { operation: null, host: null, state: null, limit: 20, before: null }

describe('parseHistoryQuery', () => {
  it('asks for the 20 newest of any kind by default', () => {
    expect(parseHistoryQuery('')).to.deep.equal(all)
  })

  it('takes every parameter', () => {
    const query = 'operation=seo-audit&host=shop.example&state=failed&limit=100&cursor=1.10'
    expect(parseHistoryQuery(query)).to.deep.equal({
      operation: 'seo-audit',
      host: 'shop.example',
      state: 'failed',
      limit: 100,
      before: 36,
    })
  })

  it('writes hosts as URLs have them', () => {
    for (const [text, host] of [
      ['SHOP.example', 'shop.example'],
      ['shop.example:8080', 'shop.example:8080'],
      ['b%C3%BCcher.example', 'xn--bcher-kva.example'],
      ['[::1]:80', '[::1]'],
      ['127.0.0.1', '127.0.0.1'],
    ] as const)
      expect(parseHistoryQuery(`host=${text}`), text).to.deep.equal({ ...all, host })
  })

  for (const [query, message] of [
    ['operation=crawl', 'operation must be one of: snapshot, metadata, performance, seo-audit'],
    ['state=ended', 'state must be one of: running, done, failed'],
    ['limit=0', 'limit must be a whole number between 1 and 100'],
    ['limit=101', 'limit must be a whole number between 1 and 100'],
    ['cursor=5', 'cursor must be the `next_cursor` of a page'],
    ['host=', 'host must be a host name or an address, with a port or without'],
    ['host=a%2Fb', 'host must be a host name or an address'],
    ['host=a%40b', 'host must be a host name or an address'],
    ['host=a&host=b', 'host must be a host name or an address'],
    ['after=1', 'after is not a known parameter'],
  ] as const) {
    it(`rejects ${query}`, () => expect(() => parseHistoryQuery(query)).to.throw(message))
  }
})

describe('historyBody', () => {
  it('has times in RFC 3339 and an opaque cursor', () => {
    const one = {
      id: 'a',
      operation: 'metadata',
      url: 'http://a.example/',
      state: 'done',
      code: null,
    } as const
    const body = historyBody({ inspections: [{ ...one, createdAt: 1_767_225_600_123, ms: 12 }], next: 36 })
    expect(body).to.deep.equal({
      inspections: [{ ...one, created_at: '2026-01-01T00:00:00.123Z', ms: 12 }],
      next_cursor: '1.10',
    })
    expect(historyBody({ inspections: [], next: null })).to.deep.equal({ inspections: [], next_cursor: null })
  })
})
