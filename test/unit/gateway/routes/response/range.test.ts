import { expect } from 'chai'
import { parseRange } from '#gateway/routes/response/range.ts'

/** RFC 9110, section 14.1.2: ranges of a representation of 10,000 bytes, from its examples. */
const cases: [header: string, expected: ReturnType<typeof parseRange>][] = [
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-999', { start: 500, end: 999 }],
  ['bytes=-500', { start: 9500, end: 9999 }],
  ['bytes=9500-', { start: 9500, end: 9999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99999', { start: 0, end: 9999 }],
  ['bytes=-99999', { start: 0, end: 9999 }],
  ['bytes=10000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=0-0,-1', null],
  ['bytes=2-1', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-5', null],
  ['', null],
]

describe('parseRange', () => {
  for (const [header, expected] of cases) {
    it(`${header || 'no header'}: ${JSON.stringify(expected)}`, () =>
      expect(parseRange(header, 10_000)).to.deep.equal(expected))
  }

  it('cannot satisfy a range of an empty object', () =>
    expect(parseRange('bytes=0-', 0)).to.equal('unsatisfiable'))
})
