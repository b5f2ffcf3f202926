import { expect } from 'chai'
import { fold } from '#stages/render/consent/page/fold.ts'

describe('folded text', () => {
  for (const [one, other] of [
    ['αποδοχη', 'ΑΠΟΔΟΧΉ'],
    ['οροσ', 'όρος'],
    ['izin ver', 'İZİN VER'],
    ['anladim', 'anladım'],
    ['zustimmen', 'Zu\u00adstimmen'],
    ['schliessen', 'schließen'],
    ["j'accepte", 'J’accepte'],
    ['می کنم', ' مي\u00a0كنم'],
    ['میکنم', 'می\u200cکنم'],
    ['18 سال', '۱۸ سال'],
    ['18 عام', '١٨ عام'],
    ['जरूरी', 'ज़रूरी'],
    ['a', 'a\u0300'],
    ['đa hieu', 'Đã hiểu'],
  ] as const) {
    it(`is ${one} for ${other}`, () => expect(fold(other)).to.equal(fold(one)).and.to.equal(one))
  }

  it('keeps letters apart that are different ones', () => {
    const pairs = [
      ['ł', 'l'],
      ['ø', 'o'],
      ['ə', 'e'],
      ['同', '意'],
    ] as const
    expect(pairs.filter(([one, other]) => fold(one) === fold(other))).to.deep.equal([])
  })
})
