import { expect } from 'chai'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { compilePatterns } from '#stages/render/consent/page/consent-text.ts'

const none = { cookie: [], uses: [], purpose: [], consent: [], acknowledge: [], other: [] }

describe('patterns of consent texts', () => {
  it('match a phrase at the start of a word, in any case', () => {
    const { cookie } = compilePatterns({ ...none, cookie: ['cookie'] })
    const texts = ['Cookie', 'our COOKIES', '(cookies)', 'anticookie', 'éцcookie', 'cook']
    expect(texts.filter((text) => cookie.test(text))).to.deep.equal(['Cookie', 'our COOKIES', '(cookies)'])
  })

  it('match anywhere in scripts that have no spaces', () => {
    const { consent } = compilePatterns({ ...none, consent: ['同意', '동의', 'クッキー'] })
    expect(
      ['不同意全部', '모두동의', '当サイトのクッキー'].filter((text) => consent.test(text)),
    ).to.have.length(3)
  })

  it('take the characters of a phrase as they are', () => {
    const { other } = compilePatterns({ ...none, other: ['18+'] })
    expect(['only 18+', 'only 188'].map((text) => other.test(text))).to.deep.equal([true, false])
  })

  it('know the buttons of banners, and leave others', () => {
    const { consent, acknowledge, other } = compilePatterns(phrases)
    const buttons = [
      'Accept all',
      'Alle ablehnen',
      'Tout refuser',
      'Rechazar',
      'Odrzuć',
      'Принять',
      '拒否する',
    ]
    expect(buttons.filter((label) => !consent.test(label))).to.deep.equal([])
    expect(['Subscribe', 'Zur Kasse', 'Rechercher'].filter((label) => consent.test(label))).to.deep.equal([])
    expect(acknowledge.test('Got it')).to.equal(true)
    expect(other.test('Are you over 18?')).to.equal(true)
  })
})
