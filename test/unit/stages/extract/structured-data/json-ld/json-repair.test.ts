import { expect } from 'chai'
import { readBlocks } from '#stages/extract/structured-data/json-ld/json-ld.ts'
import { repaired } from '#stages/extract/structured-data/json-ld/json-repair.ts'
import { dataOf, script } from '../page.ts'

describe('repairs of JSON', () => {
  const product = '{"@context":"https://schema.org","@type":"Thing","name":"x"}'

  // Wrappers and mistakes of real pages.
  for (const [why, text] of [
    ['an HTML comment', `<!-- ${product} -->`],
    ['a CDATA section', `<![CDATA[ ${product} ]]>`],
    ['a CDATA section in line comments', `//<![CDATA[\n${product}\n//]]>`],
    ['a CDATA section in block comments', `/*<![CDATA[*/${product}/*]]>*/`],
    ['a byte order mark', `\uFEFF${product}`],
    ['a trailing semicolon', `${product};`],
    ['a trailing comma', product.replace('}', ',}')],
    ['a raw line end in a string', product.replace('"x"', '"x\ny"')],
    ['a raw tab in a string', product.replace('"x"', '"x\ty"')],
    ['a block comment', product.replace(',"name"', ',/* , */"name"')],
    ['a line comment', product.replace(',"name"', ', // note\n"name"')],
    ['quotation marks as character references', product.replaceAll('"', '&quot;')],
  ] as const)
    it(`reads a block in spite of ${why}, and says so`, () => {
      const { types, errors, warnings } = dataOf(script(text))
      expect(types).to.deep.equal(['Thing'])
      expect(errors).to.deep.equal([])
      expect(warnings.map(({ rule }) => rule)).to.deep.equal(['jsonld-syntax'])
    })

  it('repairs leave strings as they are', () => {
    const blocks = readBlocks(['{ // note\n"n":"http://x/"}', '{"n":",}\\",]",}', '{"n":"x\ty\nz",}'])
    expect(blocks.map(({ value }) => value)).to.deep.equal([
      { n: 'http://x/' },
      { n: ',}",]' },
      { n: 'x\ty\nz' },
    ])
  })

  it('tells the place in the block as it is written, not as repaired', () => {
    const [block] = readBlocks(['<!-- {"a": 1, /* one */ "b" 2} -->'])
    expect(block?.fault).to.deep.equal({ index: 28, message: 'line 1, column 29: expected a colon' })
  })

  it('lead back from each character to where it was', () => {
    const text = '/* note */ {"a": 1, }'
    const { text: mended, originOf } = repaired(text)
    expect(JSON.parse(mended)).to.deep.equal({ a: 1 })
    for (const character of '{a1}') expect(text[originOf(mended.indexOf(character))]).to.equal(character)
  })
})
