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
  const formulas = [
    "=cmd|' /C calc'!A0",
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\uff1d1',
    '\uff0b1',
    '\uff0d1',
    '\uff20A(1)',
  ]
  const before = ['', ' ', '   ', '\t', '\r\n', '\n\t ', '\u00a0', '\u3000', '\ufeff']
  for (const formula of formulas) {
    it(`disarms the formula ${JSON.stringify(formula)}, also behind white space`, () => {
      for (const space of before) expect(cell(space + formula), JSON.stringify(space)).to.match(/^"?'/)
    })
  }

  it('disarms formulas in lists of JSON, and leaves signs within a text alone', () => {
    expect(cell(['=1'])).to.equal('"[""=1""]"')
    expect(cell('a=1 @b')).to.equal('a=1 @b')
  })

  it('keeps a quote, a comma and a line break within their cell', () => {
    const text = csvText([[csvCell('a","=1'), csvCell('x\r\n=2,3')]])
    expect(text).to.equal('"a"",""=1","x =2,3"\r\n')
  })

  it('leaves numbers alone, below zero too', () => expect(cell(-1)).to.equal('-1'))
})
