import { expect } from 'chai'
import { hasLetter, isUrlLike, tidy, tokensOf, withoutLeadingSigns } from '#stages/extract/text/tidy.ts'

describe('tidy', () => {
  const cases: [text: string | null | undefined, tidied: string | null][] = [
    ['a b', 'a b'],
    [' a \t\n b ', 'a b'],
    ['a\u0000\u007fb', 'ab'],
    ['\u00a0a\u00a0b\u00a0', 'a\u00a0b'],
    ['\u200a \n', null],
    ['\u0000', null],
    ['', null],
    [null, null],
    [undefined, null],
  ]
  for (const [text, tidied] of cases)
    it(JSON.stringify(text) ?? 'undefined', () => expect(tidy(text)).to.equal(tidied))
})

describe('tokensOf', () => {
  it('splits at white space of ASCII, in lower case', () => {
    expect(tokensOf(' A\tb\f\u00a0C\n')).to.deep.equal(['a', 'b', '\u00a0c'])
    expect(tokensOf(null)).to.deep.equal([])
  })
})

describe('isUrlLike', () => {
  it('holds for absolute and protocol-relative URLs', () => {
    for (const text of ['https://x', '//x', 'a+b.c-d://x']) expect(isUrlLike(text), text).to.equal(true)
    for (const text of ['/x', 'mailto:x', 'x//y', '1://x']) expect(isUrlLike(text), text).to.equal(false)
  })
})

describe('letters of any script', () => {
  it('are found', () => {
    for (const text of ['a', '1Z', 'ß', '–Я', '作者', 'א']) expect(hasLetter(text), text).to.equal(true)
    for (const text of ['', '12', '–', '·•|', '€ 5']) expect(hasLetter(text), text).to.equal(false)
  })

  it('or digits begin a text without its leading signs', () => {
    for (const [text, rest] of [
      ['| By Ann', 'By Ann'],
      ['By Ann', 'By Ann'],
      ['– 作者', '作者'],
      ['(1) a', '1) a'],
      ['…', ''],
      ['', ''],
    ] as const)
      expect(withoutLeadingSigns(text), text).to.equal(rest)
  })
})
