import { expect } from 'chai'
import { isUnspaced, wordsIn } from '#stages/score/audit/derived/text/words.ts'

/** UAX #29 by the ICU of the platform. */
function byUnicode(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text)
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

describe('words', () => {
  it('are those of Unicode’s rules', () => {
    const texts = [
      'The quick (“brown”) fox can’t jump 32.3 feet, right?',
      'Füße, São João; 1,299.00 € — well-known e-mail',
      'Привет, мир! 안녕하세요 세계',
      'नमस्ते दुनिया',
      '東京都に住んでいます。',
      'สวัสดีชาวโลก',
      '',
    ]
    for (const text of texts) expect(wordsIn(text), text).to.deep.equal(byUnicode(text))
  })

  it('are found without blanks between them', () => {
    expect(wordsIn('東京都に住んでいます。').length).to.be.greaterThan(3)
    expect(isUnspaced('東京')).to.equal(true)
    expect(isUnspaced('Tokyo 안녕')).to.equal(false)
  })
})
