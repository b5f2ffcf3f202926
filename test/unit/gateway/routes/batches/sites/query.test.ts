import { expect } from 'chai'
import { encodeSiteCursor, parseSitesQuery, siteHostOf } from '#gateway/routes/batches/sites/query.ts'

const errorOf = (query: string): unknown => {
  try {
    return parseSitesQuery(query)
  } catch (error) {
    return error
  }
}

describe('the query of GET /sites', () => {
  it('has 20 sites a page, from the first one on', () => {
    expect(parseSitesQuery('')).to.deep.equal({ limit: 20, cursor: null })
  })

  it('takes back the cursor of a page, whatever the host', () => {
    for (const host of ['shop.example', '[::1]', 'xn--bcher-kva.example', 'a'.repeat(253)]) {
      const cursor = { finishedAt: '2026-11-30T10:00:00.000Z', host }
      expect(parseSitesQuery(`limit=100&cursor=${encodeSiteCursor(cursor)}`)).to.deep.equal({
        limit: 100,
        cursor,
      })
    }
  })

  it('refuses anything else', () => {
    const cursors = ['', 'x', 'W10', Buffer.from('["then","a"]').toString('base64url'), 'a'.repeat(5000)]
    const wrong = ['limit=0', 'limit=101', 'limit=x', 'host=a', 'limit=1&limit=2']
    for (const query of [...wrong, ...cursors.map((cursor) => `cursor=${cursor}`)])
      expect(errorOf(query), query).to.include({ code: 'VALIDATION_ERROR' })
  })
})

describe('siteHostOf', () => {
  it('writes a host as URLs do', () => {
    expect(['SHOP.example', 'bücher.example', '[::0:1]', '127.1'].map(siteHostOf)).to.deep.equal([
      'shop.example',
      'xn--bcher-kva.example',
      '[::1]',
      '127.0.0.1',
    ])
  })

  it('is null for what is no host alone', () => {
    for (const text of [
      '',
      'a.example:81',
      'a.example:80',
      '[::1]:80',
      'me@a.example',
      'a.example/x',
      'a b',
      'a.example?x',
      '[::1',
      'a\\b',
    ])
      expect(siteHostOf(text), text).to.equal(null)
  })
})
