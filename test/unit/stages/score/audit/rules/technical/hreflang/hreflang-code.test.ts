import { expect } from 'chai'
import { codeFault } from '#stages/score/audit/rules/technical/hreflang/hreflang-code.ts'

describe('hreflang codes (Google: ISO 639-1, 15924, 3166-1 alpha-2)', () => {
  for (const code of ['en', 'EN-gb', 'zh-Hant-TW', 'sr-Cyrl', 'x-default', 'nb', 'pt-BR'])
    it(`takes ${code}`, () => expect(codeFault(code)).to.equal(null))

  for (const code of [
    'uk-UK',
    'en-EU',
    'es-419',
    'fil',
    'de-',
    '-de',
    'de--AT',
    'zh-XXXX',
    'en-ZZ',
    'de-DD',
    'x',
  ])
    it(`refuses ${code}`, () => expect(codeFault(code)).to.be.a('string'))

  it('is quick with what is no code', () => expect(codeFault('a-'.repeat(1_000_000))).to.equal('too long'))
})
