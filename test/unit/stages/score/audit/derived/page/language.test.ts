import { expect } from 'chai'
import { isKnownLanguage, languageOf, pageLanguage } from '#stages/score/audit/derived/page/language.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const read = (html: string) => auditFacts({ html }).document

describe('the language', () => {
  it('of a page is what its root declares', () => {
    expect(pageLanguage(read('<html lang="EN-gb"><p>Text'))).to.equal('en')
    expect(pageLanguage(read('<html lang=""><p>Text'))).to.equal(null)
    expect(pageLanguage(read('<p>Text'))).to.equal(null)
  })

  it('of an element is the nearest', () => {
    const document = read('<html lang="en"><div lang="de-AT"><p>Text</div><a lang="fr">b</a><i>c</i>')
    const languages = document.byTag('p', 'a', 'i').map(languageOf)
    expect(languages).to.deep.equal(['de', 'fr', 'en'])
  })

  it('is known where its first subtag is registered (RFC 5646, 2.1 and 2.2.1)', () => {
    for (const tag of ['en', 'EN-gb', 'zh-yue', 'qaa', 'iw', 'de-XX'])
      expect(isKnownLanguage(tag), tag).to.equal(true)
    for (const tag of ['', 'xx', 'en_US', 'english', 'i-klingon', 'x-own', '-en', '419'])
      expect(isKnownLanguage(tag), tag).to.equal(false)
  })
})
