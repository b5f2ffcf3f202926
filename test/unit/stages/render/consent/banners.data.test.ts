import { expect } from 'chai'
import { phrases, platforms } from '#stages/render/consent/banners.data.ts'

describe('words and platforms of banners', () => {
  it('are in lower case, without spaces around them, and never empty', () => {
    const all = Object.values(phrases).flat()
    expect(all.filter((phrase) => phrase === '' || phrase !== phrase.toLowerCase().trim())).to.deep.equal([])
  })

  it('name no button that both decides and only dismisses', () => {
    expect(phrases.acknowledge.filter((phrase) => phrases.consent.includes(phrase))).to.deep.equal([])
  })

  it('select banners by an id, a class or an attribute, none by the name of an element alone', () => {
    const selectors = Object.values(platforms).flatMap((selector) => selector.split(','))
    expect(selectors.filter((selector) => !/[#.[]/.test(selector))).to.deep.equal([])
  })
})
