import { expect } from 'chai'
import { freshnessOf, isExplicitlyFresh, isFresh } from '#stages/score/performance/resources/caching.ts'
import { request, STARTED } from '#test/support/performance/lab-measurement.ts'

type Headers = Readonly<Record<string, string>>

const DATE = 'Sun, 22 Nov 2026 12:00:00 GMT'
const NEXT_YEAR = 'Mon, 22 Nov 2027 12:00:00 GMT'

/** A response 100 ms after the start of the navigation, of a site whose clock is right. */
function fresh(headers: Headers, more: Parameters<typeof request>[1] = {}) {
  const answer = request('/a.js', { headers: { date: DATE, ...headers }, startMs: 0, endMs: 100, ...more })
  return freshnessOf(answer, Date.parse(STARTED))
}

/**
 * RFC 9111 for a private cache; `explicit` = fresh by explicit lifetime, `used` = a browser reuses it without
 * validation.
 */
const cases: readonly [what: string, headers: Headers, explicit: boolean, used: boolean][] = [
  ['nothing', {}, false, false],
  ['ETag only', { etag: '"a"' }, false, false],
  ['Last-Modified ten days ago', { 'last-modified': 'Thu, 12 Nov 2026 12:00:00 GMT' }, false, true],
  ['Expires in a year', { expires: NEXT_YEAR }, true, true],
  ['max-age of 7 days', { 'cache-control': 'max-age=604800' }, true, true],
  ['max-age of 29 days', { 'cache-control': 'max-age=2505600' }, true, true],
  ['max-age=0', { 'cache-control': 'max-age=0' }, false, false],
  ['private for a day', { 'cache-control': 'private, max-age=86400' }, true, true],
  ['an hour, then must-revalidate', { 'cache-control': 'max-age=3600, must-revalidate' }, true, true],
  ['30 days', { 'cache-control': 'max-age=2592000' }, true, true],
  ['a year, immutable', { 'cache-control': 'public, max-age=31536000, immutable' }, true, true],
  ['30 days, 92,000 s left', { 'cache-control': 'max-age=2592000', age: '2500000' }, true, true],
  ['30 days that are over', { 'cache-control': 'max-age=2592000', age: '2592000' }, false, false],
  ['no-store', { 'cache-control': 'no-store, max-age=600' }, false, false],
  ['no-cache', { 'cache-control': 'no-cache, max-age=600' }, false, false],
  ['s-maxage, which is for shared caches', { 'cache-control': 's-maxage=600' }, false, false],
  ['max-age over s-maxage', { 'cache-control': 's-maxage=0, max-age=600' }, true, true],
  ['max-age over Expires', { 'cache-control': 'max-age=0', expires: NEXT_YEAR }, false, false],
  ['Expires: 0', { expires: '0' }, false, false],
  ['Expires: -1', { expires: '-1' }, false, false],
  ['Expires in the past', { expires: 'Sat, 21 Nov 2026 12:00:00 GMT' }, false, false],
  ['capitals and quotes', { 'cache-control': 'Max-Age="600"' }, true, true],
  ['a max-age that is no number', { 'cache-control': 'max-age=1h' }, false, false],
  ['a negative max-age', { 'cache-control': 'max-age=-5' }, false, false],
  ['the first of two', { 'cache-control': 'max-age=600, max-age=0' }, true, true],
  ['Pragma: no-cache', { pragma: 'no-cache', expires: NEXT_YEAR }, false, false],
  ['Pragma beside Cache-Control', { pragma: 'no-cache', 'cache-control': 'max-age=600' }, true, true],
  ['Vary: *', { 'cache-control': 'max-age=600', vary: 'Accept, *' }, false, false],
  ['Vary by encoding', { 'cache-control': 'max-age=600', vary: 'Accept-Encoding' }, true, true],
  [
    'Last-Modified with must-revalidate',
    { 'last-modified': 'Thu, 12 Nov 2026 12:00:00 GMT', 'cache-control': 'must-revalidate' },
    false,
    false,
  ],
]

describe('freshness', () => {
  for (const [what, headers, explicit, used] of cases) {
    it(`${what}: ${explicit ? 'fresh' : 'not fresh'} by word, ${used ? 'used' : 'asked for'}`, () => {
      const freshness = fresh(headers)
      expect([isExplicitlyFresh(freshness), isFresh(freshness)]).to.deep.equal([explicit, used])
    })
  }

  it('has the greater age of Age and Date', () => {
    expect(fresh({ age: '30' }).ageSeconds).to.equal(30)
    const anHourOld = { date: 'Sun, 22 Nov 2026 11:00:00 GMT', age: '30' }
    expect(fresh(anHourOld).ageSeconds).to.be.closeTo(3600.1, 0.001)
    expect(fresh({ date: 'Sun, 22 Nov 2026 13:00:00 GMT' }).ageSeconds).to.equal(0)
  })

  it('counts Expires from Date, not from the local clock', () => {
    const late = { date: 'Sun, 22 Nov 2026 10:00:00 GMT', expires: 'Sun, 22 Nov 2026 10:10:00 GMT' }
    expect(fresh(late).explicitSeconds).to.equal(600)
    expect(isExplicitlyFresh(fresh(late))).to.equal(false)
  })

  it('counts from the arrival without Date', () => {
    const answer = request('/a', { headers: { expires: 'Sun, 22 Nov 2026 12:00:10 GMT' }, endMs: 0 })
    expect(freshnessOf(answer, Date.parse(STARTED)).explicitSeconds).to.equal(10)
  })

  it('applies to responses to GET only', () => {
    const headers = { 'cache-control': 'max-age=600' }
    expect(isFresh(fresh(headers, { method: 'POST' }))).to.equal(false)
    expect(isFresh(fresh(headers, { status: null }))).to.equal(false)
    expect(isFresh(fresh(headers, { status: 404 }))).to.equal(true)
  })

  it('caches a permanent redirect, and a temporary one only with explicit lifetime', () => {
    expect(isFresh(fresh({}, { status: 301 }))).to.equal(true)
    expect(isFresh(fresh({}, { status: 302 }))).to.equal(false)
    expect(isFresh(fresh({ 'cache-control': 'max-age=60' }, { status: 302 }))).to.equal(true)
  })

  it('reads an asctime date as GMT in any time zone', () => {
    const { TZ } = process.env
    process.env.TZ = 'America/New_York'
    try {
      expect(fresh({ expires: 'Sun Nov 22 13:00:00 2026' }).explicitSeconds).to.equal(3600)
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })
})
