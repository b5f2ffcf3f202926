import { expect } from 'chai'
import { NameTable } from '#stages/extract/html/name-table.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'

describe('name table', () => {
  const table = new NameTable(['a', 'abbr', 'xml:lang', 'h1', 'ba', 'ab'])
  const find = (name: string): number => table.find(sourceText(`<${name}>`).codes, 1, 1 + name.length)

  it('numbers names in the given order, ASCII case ignored', () => {
    expect(['a', 'A', 'abbr', 'aBBr', 'XML:lang', 'H1', 'ba', 'ab'].map(find)).to.deep.equal([
      0, 0, 1, 1, 2, 3, 4, 5,
    ])
  })

  it('rejects parts, longer names, other characters with the same bits, and letters that fold to ASCII', () => {
    const others = ['b', 'abb', 'abbrr', 'xml\u001alang', 'h\u0011', 'xmlzlang', '\u212aa', 'a\u0131', '!']
    expect(others.map(find)).to.deep.equal(others.map(() => -1))
  })

  it('finds each of many names despite collisions', () => {
    const names = Array.from({ length: 600 }, (_, index) => `n${(index * 7919).toString(36)}x${index % 7}`)
    const many = new NameTable(names)
    const found = names.map((name) => many.find(sourceText(name).codes, 0, name.length))
    expect(found).to.deep.equal(names.map((_, index) => index))
  })
})
