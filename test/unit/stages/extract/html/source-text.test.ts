import { expect } from 'chai'
import { decodedText, decodedValue, rawText, release, sourceText } from '#stages/extract/html/source-text.ts'

describe('source text', () => {
  it('has the code units of the text, and zeros behind it', () => {
    const { codes, length } = sourceText('aé\u{1f600}')
    expect([...codes]).to.deep.equal([0x61, 0xe9, 0xd83d, 0xde00, 0, 0])
    expect(length).to.equal(4)
  })

  it('has zeros behind a short text in the memory of a long one', () => {
    release(sourceText('xxxxxxxxxx'))
    expect([...sourceText('ab').codes]).to.deep.equal([0x61, 0x62, 0, 0])
  })
})

describe('text of a page', () => {
  it('has line feeds only (HTML Standard, 13.2.3.5)', () => {
    for (const read of [rawText, decodedText, decodedValue])
      expect(read('a\r\nb\rc\nd')).to.equal('a\nb\nc\nd')
  })

  it('has U+FFFD for U+0000 in values and raw text (13.2.5)', () => {
    for (const read of [rawText, decodedValue]) expect(read('a\0b\0')).to.equal('a\ufffdb\ufffd')
  })

  it('has references decoded by the place where they stand (13.2.5.73)', () => {
    const written = '&copy=1 &amp; &lt'
    expect(decodedText(written)).to.equal('\u00a9=1 & <')
    expect(decodedValue(written)).to.equal('&copy=1 & <')
    expect(rawText(written)).to.equal(written)
  })
})
