import { expect } from 'chai'
import { csvCell, csvText } from '#gateway/csv/csv-text.ts'

/** A record with one cell. */
const cell = (value: unknown) => csvText([[csvCell(value)]]).trimEnd()

describe('CSV', () => {
  it('has a line for each record, with quotes where they are needed (RFC 4180, 2)', () => {
    expect(
      csvText([
        ['a', 'b,c'],
        ['say "hi"', 3],
      ]),
    ).to.equal(`a,"b,c"\r\n"say ""hi""${'"'},3\r\n`)
  })

  it('has nothing for null, JSON for lists, and one line for each text', () => {
    expect([null, undefined, [1, 2], { a: 1 }, 'a\r\nb', true].map(cell)).to.deep.equal([
      '',
      '',
      '"[1,2]"',
      '"{""a"":1}"',
      'a b',
      'true',
    ])
  })

  /** OWASP, "CSV Injection". */
  for (const text of ["=cmd|' /C calc'!A0", '+1', '-1+1', '@SUM(A1)', '\t=1', '  =1', '\uff1d1']) {
    it(`disarms the formula ${JSON.stringify(text)}`, () => expect(cell(text)).to.match(/^"?'/))
  }

  it('leaves numbers alone, below zero too', () => expect(cell(-1)).to.equal('-1'))
})
