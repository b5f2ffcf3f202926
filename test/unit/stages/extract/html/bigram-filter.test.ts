import { expect } from 'chai'
import { BigramFilter } from '#stages/extract/html/bigram-filter.ts'
import { sourceText } from '#stages/extract/html/source-text.ts'

describe('bigram filter', () => {
  const pairs = new BigramFilter(['au', 'wr'])
  const mayBeIn = (text: string): boolean => pairs.mayBeIn(sourceText(text).codes, 0, text.length)

  it('finds each pair, at any position and in any case', () => {
    for (const text of ['author', 'AUTHOR', 'by-Author', 'xau', 'wr', 'ghostWriter'])
      expect(mayBeIn(text), text).to.equal(true)
  })

  it('rejects most texts', () => {
    for (const text of ['', 'a', 'ua', 'nav-item', 'col-md-6', 'a u', '/blog/2024/05'])
      expect(mayBeIn(text), text).to.equal(false)
  })

  it('tells letters from signs and digits', () => {
    // They differ by one bit: `a` is 0x61 and `!` 0x21, `w` 0x77 and `7` 0x37, `r` 0x72 and `2` 0x32.
    for (const text of ['!u', 'a5', '72', 'w2']) expect(mayBeIn(text), text).to.equal(false)
  })

  it('accepts every text with a character reference', () => {
    expect(mayBeIn('&#97;uthor')).to.equal(true)
  })

  it('stays within the range', () => {
    expect(pairs.mayBeIn(sourceText('author').codes, 1, 6)).to.equal(false)
  })
})
