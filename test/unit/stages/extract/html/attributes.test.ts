import { expect } from 'chai'
import { decodeHTMLAttribute } from 'entities'
import { Attributes } from '#stages/extract/html/attributes.ts'
import { BigramFilter } from '#stages/extract/html/bigram-filter.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'
import { tidy } from '#stages/extract/text/tidy.ts'

/** The attributes of a tag that is written `name=value name=value …`. */
function attributesOf(written: string, marked: readonly string[] = []): Attributes {
  const attributes = new Attributes(sourceText(written), marked)
  attributes.clear()
  for (const { index, 0: all, 1: name = '' } of written.matchAll(/(\S+?)=\S*/g)) {
    attributes.begin(index, index + name.length)
    attributes.value(index + name.length + 1, index + all.length)
  }
  return attributes
}

describe('attributes', () => {
  it('are those that collectors know, the first of each name, case ignored', () => {
    const attributes = attributesOf('HREF=1 href=2 unknown=3')
    expect([attributes.get('href'), attributes.get('unknown'), attributes.get('src')]).to.deep.equal([
      '1',
      null,
      null,
    ])
    expect([attributes.has('href'), attributes.has('src')]).to.deep.equal([true, false])
  })

  it('have their character references decoded, and are cut at 16,384 characters', () => {
    expect(attributesOf('alt=a&amp;b').get('alt')).to.equal('a&b')
    expect(attributesOf('alt=a\0b').get('alt')).to.equal('a\ufffdb')
    expect(attributesOf(`alt=${'x'.repeat(20_000)}`).get('alt')).to.have.length(16_384)
  })

  it('are tidied as all texts are', () => {
    const source = (value: string) => {
      const attributes = new Attributes(sourceText(`alt="${value}"`), [])
      attributes.clear()
      attributes.begin(0, 3)
      attributes.value(5, 5 + value.length)
      return attributes.tidied('alt')
    }
    const values = [
      'a b',
      ' a',
      'a ',
      'a  b',
      'a\tb',
      'a\n',
      '',
      ' ',
      'a&amp;b',
      '&nbsp;',
      '\u00a0ä\u00a0',
      'a\u007f',
    ]
    const long = ['x'.repeat(20_000), ` ${'x'.repeat(300)}`]
    for (const value of [...values, ...long])
      expect(source(value), JSON.stringify(value)).to.equal(tidy(decodeHTMLAttribute(value).slice(0, 16_384)))
    expect(attributesOf('alt=a').tidied('src')).to.equal(null)
  })

  it('are those of the current tag only', () => {
    const attributes = attributesOf('id=1')
    attributes.clear()
    expect([attributes.get('id'), attributes.has('id'), attributes.mask]).to.deep.equal([null, false, 0])
  })

  it('set the bits of marked names', () => {
    const attributes = attributesOf('id=1 class=2', ['class', 'rel'])
    expect(attributes.mask & attributes.maskOf(['class'])).not.to.equal(0)
    expect(attributes.mask & attributes.maskOf(['rel'])).to.equal(0)
  })

  it('may hold letter pairs', () => {
    const pairs = new BigramFilter(['au'])
    const attributes = attributesOf('class=author rel=me')
    expect(['class', 'rel', 'id'].map((name) => attributes.mayHold(name, pairs))).to.deep.equal([
      true,
      false,
      false,
    ])
  })
})
