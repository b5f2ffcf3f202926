import { expect } from 'chai'
import { isDetectable, textLanguage } from '#stages/score/audit/rules/technical/language/text-language.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

// Article 1 of the Universal Declaration of Human Rights, twice for languages with an alphabet.
const english =
  'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. '
const german =
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. '
const japanese =
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。'
const norwegian =
  'Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd. '

const languageOf = (html: string) => {
  const found = textLanguage(auditFacts({ html }).document)
  return typeof found === 'string' ? found : [...found]
}

describe('language of a text', () => {
  it('is most likely the first that is found', () => {
    expect(languageOf(`<p>${english.repeat(2)}`)[0]).to.equal('en')
    expect(languageOf(`<p>${german.repeat(2)}`)[0]).to.equal('de')
    expect(languageOf(`<p>${japanese}`)[0]).to.equal('ja')
  })

  it('may be one that can hardly be told from it', () => {
    expect(languageOf(`<p>${norwegian.repeat(2)}`)).to.include.members(['no', 'nb', 'da'])
  })

  it('is unknown where there are few letters: 200 of an alphabet, 60 of Chinese or Japanese', () => {
    expect(languageOf(`<p>${english}`)).to.equal('too-little')
    expect(languageOf(`<p>${japanese.slice(0, 55)}`)).to.equal('too-little')
  })

  it('is unsure where the text is in none', () => {
    expect(languageOf(`<p>${'xqzt vbnm wrtp '.repeat(30)}`)).to.equal('unsure')
  })

  it('is that of the parts in the language of the page; programs are in none', () => {
    const parts = `<p>${english.repeat(2)}</p><p lang=de>${german.repeat(9)}</p><pre>${german.repeat(9)}</pre>`
    expect(languageOf(`<html lang=en><body>${parts}`)[0]).to.equal('en')
  })
})

describe('languages that can be told', () => {
  it('are those of the detector and their relatives', () => {
    expect(['en', 'nb', 'fil'].filter(isDetectable)).to.deep.equal(['en', 'nb', 'fil'])
    expect(isDetectable('mt')).to.equal(false)
  })
})
