import { expect } from 'chai'
import {
  earlierThan,
  isComparable,
  isRead,
} from '#gateway/console/app/views/batches/report/changes/candidates.ts'

const reported = {
  id: 'b',
  operation: 'seo-audit',
  created_at: '2026-01-02T00:00:00.000Z',
  seeds: ['http://a.example:8080/', 'http://b.example/start'],
}

describe('batches to compare with', () => {
  it('are those that were created earlier', () => {
    const batches = [
      { id: 'c', created_at: '2026-01-03T00:00:00.000Z' },
      { id: 'b', created_at: '2026-01-02T00:00:00.000Z' },
      { id: 'a', created_at: '2026-01-01T00:00:00.000Z' },
    ]
    expect(earlierThan(batches, reported).map(({ id }) => id)).to.deep.equal(['a'])
  })

  for (const [operation, url, expected] of [
    ['seo-audit', 'http://b.example/other', true],
    ['seo-audit', 'http://a.example:8080/x', true],
    ['seo-audit', 'http://a.example/', false],
    ['metadata', 'http://b.example/other', false],
    ['seo-audit', 'no address', false],
  ] as const) {
    it(`${operation} of ${url}: ${expected ? 'yes' : 'no'}`, () => {
      expect(isComparable({ operation, url }, reported)).to.equal(expected)
    })
  }

  for (const [row, expected] of [
    [{ code: null, indexable: true, status: 200 }, true],
    // A page that search engines leave out was read all the same.
    [{ code: null, indexable: false, status: 200 }, true],
    [{ code: null, indexable: null, status: null }, true],
    [{ code: null, indexable: false, status: 503 }, false],
    [{ code: null, indexable: false, status: 301 }, false],
    [{ code: 'TIMEOUT', indexable: false, status: null }, false],
  ] as const)
    it(`${JSON.stringify(row)} ${expected ? 'is a page that was read' : 'leaves nothing to compare'}`, () =>
      expect(isRead(row)).to.equal(expected))
})
