import { expect } from 'chai'
import { knownTraits, numberOf, traitsOf } from '#stages/extract/html/elements.ts'

describe('traits of elements', () => {
  // HTML Standard, 13.1.2 (void elements), 13.2.6.2 (raw text) and 13.2.4.2 (special).
  const cases = [
    ['br', { isVoid: true, isSpecial: true, content: 'markup' }],
    ['script', { isHeadContent: true, hides: true, content: 'script' }],
    ['noscript', { isHeadContent: true, hides: true, content: 'noscript' }],
    ['noframes', { isOfFrameset: true, content: 'raw-text' }],
    ['plaintext', { content: 'plain-text' }],
    ['b', { isSpecial: false, separates: false, breaksOut: true }],
    ['p', { isSpecial: true, separates: true }],
    ['body', { isFrame: true, endsHead: true }],
  ] as const
  for (const [name, expected] of cases) it(name, () => expect(traitsOf(name)).to.include(expected))

  it('a list item ends the one before it, within its list', () => {
    const { ends, shields } = traitsOf('li')
    expect(ends).to.include(numberOf('li'))
    expect(shields).to.include.members([numberOf('ul'), numberOf('ol')])
  })

  it('an unknown name has none, even one that objects inherit', () => {
    for (const name of ['x-y', 'constructor'])
      expect(traitsOf(name)).to.include({ number: -1, isSpecial: false, ends: null, content: 'markup' })
  })

  it('image is parsed as img (13.2.6.4.7)', () => {
    expect(knownTraits[numberOf('image')]?.name).to.equal('img')
  })
})
