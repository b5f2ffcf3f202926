import { expect } from 'chai'
import { cleanText, fieldItems, readFields } from '#shared/egress/response/head-fields.ts'

const read = (...lines: string[]) => readFields(lines).map(({ name, value }) => [name, value])

describe('readFields', () => {
  it('keeps valid fields, their spelling and their order', () => {
    expect(read('Server: x', 'X-Empty:', 'x-a:b : c ', 'X-A:\td\te\t')).to.deep.equal([
      ['Server', 'x'],
      ['X-Empty', ''],
      ['x-a', 'b : c'],
      ['X-A', 'd\te'],
    ])
  })

  it('replaces a fold by one space (RFC 9112, section 5.2)', () => {
    expect(read('X-A: b', '   c', '\t\td', 'X-B: e')).to.deep.equal([
      ['X-A', 'b c d'],
      ['X-B', 'e'],
    ])
  })

  it('leaves out lines that continue no field (section 2.2)', () => {
    expect(read(' X-A: b', '\tX-B: c', 'no field', ' X-C: d', 'X-D: e')).to.deep.equal([['X-D', 'e']])
  })

  it('leaves out lines whose name is no token (RFC 9110, section 5.1)', () => {
    expect(read('no colon', ': a', 'Bad Name: a', 'X(Y): a', 'X-\u00e9: a', 'X\x01: a')).to.deep.equal([])
  })

  it('replaces control characters in values by spaces (section 5.5)', () => {
    expect(read('X-A: a\rb\x0bc\x7fd', 'X-B: \x01\x02')).to.deep.equal([
      ['X-A', 'a b c d'],
      ['X-B', ''],
    ])
  })

  it('escapes control characters in Location, as the parser of URLs does', () => {
    expect(read('Location: /a\x01b\x7fc', 'location: /a\rb')).to.deep.equal([
      ['Location', '/a%01b%7Fc'],
      ['location', '/a b'],
    ])
  })

  it('keeps all other bytes', () => {
    expect(read('X-A: \u00a0caf\u00e9\u00a0 ')).to.deep.equal([['X-A', '\u00a0caf\u00e9\u00a0']])
  })
})

describe('fieldItems', () => {
  it('joins the items of all fields of the name, and keeps empty ones', () => {
    const fields = readFields(['A: b, c', 'B: d', 'a: e ,'])
    expect(fieldItems(fields, 'a')).to.deep.equal(['b', 'c', 'e', ''])
  })
})

describe('cleanText', () => {
  it('takes time in proportion to the text', () => {
    const blanks = `a${' '.repeat(200_000)}b\x01`
    expect(cleanText(blanks)).to.have.length(200_002)
  })
})
