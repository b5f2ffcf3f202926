import { expect } from 'chai'
import { plainText, wordsOf } from '#stages/score/audit/derived/title/titles.ts'

describe('words of a title', () => {
  it('are in lower case, without punctuation', () => {
    expect(wordsOf('Don’t panic – 42% Off!')).to.deep.equal(['don’t', 'panic', '42', 'off'])
  })

  it('are found in Japanese', () => {
    expect(wordsOf('東京都に住んでいます')).to.have.length.above(3)
  })

  it('say the same in another dress', () => {
    expect(plainText(' Ｆｕｌｌ width: “A | B” ')).to.equal('full width a b')
  })
})
