import { expect } from 'chai'
import { decodeVlq, parseInlineMap, sourceSizes } from '#stages/render/lab/code/duplicated/source-map.ts'

const map = (mappings: string, sources: (string | null)[] = ['a.js', 'b.js'], sourceRoot = '') => ({
  ...{ mappings, sources, sourceRoot },
})
const base64 = (value: unknown) =>
  `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`

describe('Base64 VLQ', () => {
  for (const [segment, numbers] of [
    ['AAAA', [0, 0, 0, 0]],
    ['C', [1]],
    ['D', [-1]],
    ['gB', [16]],
    ['hB', [-16]],
    ['+/////D', [2147483647]],
    ['g', []],
    ['!', []],
    ['ggggggggA', []],
  ] as const) {
    it(`${segment} is ${JSON.stringify(numbers)}`, () => expect(decodeVlq(segment)).to.deep.equal(numbers))
  }
})

describe('source maps', () => {
  it('in a script are read, in both codings', () => {
    const raw = { version: 3, sources: ['a.js', null, 1], mappings: 'AAAA', names: [] }
    const expected = { mappings: 'AAAA', sources: ['a.js', null, null], sourceRoot: '' }
    expect(parseInlineMap(base64(raw))).to.deep.equal(expected)
    expect(parseInlineMap(`data:application/json,${encodeURIComponent(JSON.stringify(raw))}`)).to.deep.equal(
      expected,
    )
  })

  it('that are none are ignored', () => {
    for (const value of [
      null,
      1,
      [],
      {},
      { sections: [] },
      { mappings: 1, sources: [] },
      { mappings: '', sources: 1 },
    ])
      expect(parseInlineMap(base64(value))).to.equal(null)
    for (const url of ['data:', 'data:,{', 'data:;base64,!', 'data:,%'])
      expect(parseInlineMap(url)).to.equal(null)
  })

  it('give the characters of each source', () => {
    // Line 1: 2 characters of none, 3 of a.js, 5 of b.js; line 2: none; line 3: 4 of b.js; line 4 has no mapping.
    const sizes = sourceSizes(map('EAAA,GCAA;;AAAA'), '0123456789\nxy\nabcd\nno')
    expect(Object.fromEntries(sizes ?? [])).to.deep.equal({ 'a.js': 3, 'b.js': 9 })
  })

  it('have parts of no source, sources of no name and a root', () => {
    const sizes = sourceSizes(map('AAAA,C,CCAA', ['a.js', null], 'root/'), '01234')
    expect(Object.fromEntries(sizes ?? [])).to.deep.equal({ 'root/a.js': 1 })
  })

  it('that do not fit the text give nothing', () => {
    for (const mappings of ['gBAAA', 'AAAA;;AAAA', 'AEAA', 'ADAA', 'D', '!', 'AAAA,D', ',AAAA'])
      expect(sourceSizes(map(mappings), '0123')).to.equal(null)
  })
})
