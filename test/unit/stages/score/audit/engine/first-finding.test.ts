import { expect } from 'chai'
import { firstFinding, shortened } from '#stages/score/audit/engine/first-finding.ts'
import { elementEvidence, externalEvidence } from '#stages/score/audit/engine/rule.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const origin = 'https://www.example.com'

describe('the first of what was found', () => {
  const named = (html: string, value = '') => {
    const last = auditFacts({ html }).document.all.findLast(({ name }) => !/^(html|head|body)$/.test(name))
    return firstFinding(last === undefined ? [] : [elementEvidence(last, value)], origin)
  }

  it('is the value, beside its element', () => {
    expect(named('<img src="/a.png" id=b>', '404')).to.deep.equal({
      first: '404',
      element: 'img[src="/a.png"]',
    })
  })

  it('is the element where it has no value', () => {
    expect(named('<a href=" /x ">')).to.deep.equal({ first: 'a[href="/x"]', element: 'a[href="/x"]' })
    expect(named('<p>').first).to.equal('p')
  })

  it('is nothing without evidence', () => {
    expect(firstFinding([], origin)).to.deep.equal({})
  })

  for (const [html, name] of [
    ['<input name=q id=a class=b>', 'input[name="q"]'],
    ['<meta property="og:url" class=a>', 'meta[property="og:url"]'],
    ['<label for=a id=b>', 'label[for="a"]'],
    ['<div id=menu class="a b">', 'div#menu'],
    ['<button class="close big">', 'button.close'],
    ['<img src="" class=hero>', 'img.hero'],
    ['<a href="a\n b">', 'a[href="a b"]'],
  ] as const)
    it(`names ${html} by what tells it apart`, () => expect(named(html).element).to.equal(name))

  for (const [value, name] of [
    [`${origin}/basket?add=6 (404)`, '/basket?add=6 (404)'],
    [`${origin}/`, '/'],
    [`${origin}`, origin],
    ['http://www.example.com/a', 'http://www.example.com/a'],
    ['https://www.example.com:8443/a', 'https://www.example.com:8443/a'],
    ['https://www.example.com.example.org/', 'https://www.example.com.example.org/'],
    [`${origin}/a → ${origin}/b (301)`, `/a → ${origin}/b (301)`],
  ] as const)
    it(`shows ${value} as ${name}`, () =>
      expect(firstFinding([externalEvidence(value)], origin).first).to.equal(name))

  it('reads the beginning of a long value only', () => {
    const { first = '' } = firstFinding([externalEvidence(`a${' '.repeat(1_000_000)}b`)], origin)
    expect(first).to.equal('a')
  })
})

describe('a shortened name', () => {
  it('keeps its beginning and its end, and has 120 characters', () => {
    const name = shortened(`/${'a'.repeat(300)}.png`)
    expect(name).to.have.length(120)
    expect(name).to.match(/^\/a+…a+\.png$/)
    expect(shortened('b'.repeat(120))).to.equal('b'.repeat(120))
    expect(shortened('b'.repeat(121))).to.equal(`${'b'.repeat(60)}…${'b'.repeat(59)}`)
  })

  it('is never cut inside of a character', () => {
    for (const start of ['', 'a']) {
      const name = shortened(start + '😀'.repeat(100))
      expect(name.isWellFormed()).to.equal(true)
      expect(name).to.match(/^a?(?:😀)+…(?:😀)+$/u)
    }
  })
})
