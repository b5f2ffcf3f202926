import { expect } from 'chai'
import { type Phrases, phrases } from '#stages/render/consent/banners.data.ts'
import { fold } from '#stages/render/consent/page/fold.ts'
import { indexPhrases } from '#stages/render/consent/page/phrases.ts'

const having = (kind: keyof Phrases, list: readonly string[]) => {
  const index = indexPhrases({ [kind]: list.map(fold) })
  return (text: string) => index.kindsIn(text).has(kind)
}

describe('phrases of banners', () => {
  it('match at the start of a word, in any case', () => {
    const texts = ['Cookie', 'our COOKIES', '(cookies)', 'anticookie', 'éцcookie', 'cook']
    expect(texts.filter(having('cookie', ['cookie']))).to.deep.equal(['Cookie', 'our COOKIES', '(cookies)'])
  })

  it('match anywhere in scripts that have no spaces, or prefixes', () => {
    const texts = [
      '不同意全部',
      '모두동의',
      '当サイトのクッキー',
      'והעוגיות',
      'والكوكيز',
      'เราใช้คุกกี้',
      'サイトにCookieを',
    ]
    const isFound = having('consent', ['同意', '동의', 'クッキー', 'עוגי', 'كوكي', 'คุกกี้', 'cookie'])
    expect(texts.filter((text) => !isFound(text))).to.deep.equal([])
  })

  it('take the characters of a phrase as they are', () => {
    expect(['only 18+', 'only 188', 'only 118+'].map(having('other', ['18+']))).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  it('at the start of a label are words of their own when they are short', () => {
    const index = indexPhrases({ acknowledge: ['ok', 'x', '×', 'close', '了解'] })
    const isFound = (label: string) => index.kindsAtStart(label).has('acknowledge')
    expect(
      ['OK!', '✓ Ok, fine', '×', 'X', 'Closed', '了解しました'].filter((label) => !isFound(label)),
    ).to.deep.equal([])
    expect(['Okra', 'Xylophone', 'Please close', ''].filter(isFound)).to.deep.equal([])
  })

  it('are the whole label but for punctuation, where that is asked', () => {
    const index = indexPhrases({ reply: ['no', 'no thanks'] })
    const labels = ['NO', 'No, thanks!', 'Not now', 'No way', '']
    expect(labels.filter((label) => index.isWhole(label, 'reply'))).to.deep.equal(['NO', 'No, thanks!'])
  })

  it('take steps in proportion to the text, whatever it repeats', () => {
    const index = indexPhrases(phrases)
    const cpuOf = (text: string) => {
      const begin = process.cpuUsage()
      index.kindsIn(text)
      const { user, system } = process.cpuUsage(begin)
      return user + system
    }
    const units = ['a\u0315\u0300', '\u0315\u0316', 'co', 'accep ', '同', ' ', '18', 'ẞİ']
    for (const unit of units) {
      const [short, long] = [10_000, 80_000].map((length) => {
        const text = unit.repeat(length / unit.length)
        return Math.min(...[1, 2, 3].map(() => cpuOf(text)))
      })
      expect(long, unit).to.be.below(16 * Math.max(short ?? 0, 2000))
    }
  })

  it('know the buttons of banners, and leave others', () => {
    const index = indexPhrases(phrases)
    const isConsent = (label: string) => index.kindsIn(label).has('consent')
    const buttons = [
      'Accept all',
      'Alle ablehnen',
      'Tout refuser',
      'Rechazar',
      'Odrzuć',
      'Принять',
      '拒否する',
    ]
    expect(buttons.filter((label) => !isConsent(label))).to.deep.equal([])
    expect(['Subscribe', 'Zur Kasse', 'Rechercher', 'Reddit', 'Salad'].filter(isConsent)).to.deep.equal([])
    expect(index.kindsAtStart('Got it')).to.include('acknowledge')
    expect(index.kindsIn('Are you over 18?')).to.include('other')
  })
})
