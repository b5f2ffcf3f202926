import { expect } from 'chai'
import { parseRetryAfter } from '#shared/politeness/responses/retry-after.ts'

/** Sun, 06 Nov 1994 08:49:37 GMT, the date of RFC 9110, 5.6.7. */
const AT = Date.UTC(1994, 10, 6, 8, 49, 37)

describe('parseRetryAfter', () => {
  const table: [string, number | null][] = [
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 60_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 60_000],
    ['Sun Nov  6 08:49:37 1994', 60_000],
    ['Sun, 06 Nov 1994 08:48:36 GMT', 0],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['soon', null],
    ['2000', 2_000_000],
    ['99999999999', null],
    ['1994-11-06', null],
    ['Sun, 99 Foo 1994 08:49:37 GMT', null],
  ]
  for (const [value, expected] of table) {
    it(`"${value}" is ${expected}`, () => {
      expect(parseRetryAfter([value], () => AT - 60_000)).to.equal(expected)
    })
  }

  it('takes the first of several, and no field for null', () => {
    expect(parseRetryAfter(['1', '2'])).to.equal(1000)
    expect(parseRetryAfter()).to.equal(null)
  })
})
