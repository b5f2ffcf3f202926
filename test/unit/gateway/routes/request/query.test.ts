import { expect } from 'chai'
import { parseQuery } from '#gateway/routes/request/query.ts'

describe('parseQuery', () => {
  for (const [text, query] of [
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a=1&a=1', { a: ['1', '1'] }],
    ['a=b+c%20d%2B', { a: 'b c d+' }],
    ['a=b=c', { a: 'b=c' }],
    ['%C3%BC=%F0%9F%98%80', { ü: '😀' }],
    ['=x', { '': 'x' }],
    ['toString=x', { toString: 'x' }],
  ] as const) {
    it(`parses "${text}"`, () => expect(parseQuery(text)).to.deep.equal(query))
  }

  it('accepts __proto__ as a name', () => {
    const query = parseQuery('__proto__=x')
    expect(Object.keys(query)).to.deep.equal(['__proto__'])
    expect(Object.getPrototypeOf(query)).to.equal(Object.prototype)
  })
})
