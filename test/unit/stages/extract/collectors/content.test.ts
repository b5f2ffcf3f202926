import { expect } from 'chai'
import { factsOf } from '../pages.ts'

const sentence = (words: string) => words.padEnd(90, ' and on')

describe('anchor collector', () => {
  it('collects a and area with an address, those of svg too, with their relation in lower case', () => {
    const html = `<header><a href=/1 rel="NoFollow  ME">x</a></header><map><area href=/2></map>
      <svg><a xlink:href=/3></a></svg><a>x</a><a href="">x</a>`
    const { items, total } = factsOf(html).anchors
    expect(items).to.deep.equal([
      { href: '/1', rel: 'nofollow me', isInFrame: true, text: '' },
      { href: '/2', rel: null, isInFrame: false, text: '' },
      { href: '/3', rel: null, isInFrame: false, text: '' },
      { href: '', rel: null, isInFrame: false, text: '' },
    ])
    expect(total).to.equal(4)
  })
})

describe('heading collector', () => {
  it('counts all headings by level, and keeps the first 50 with a text', () => {
    const facts = factsOf(`<h2> </h2>${'<h1>a</h1>'.repeat(60)}<h6>b</h6><article></article>`)
    expect(facts.headingCounts).to.deep.equal([60, 1, 0, 0, 0, 1])
    expect(facts.headings).to.deep.equal(Array(50).fill({ level: 1, text: 'a' }))
    expect(facts.articles).to.equal(1)
  })
})

describe('paragraph collector', () => {
  it('collects the first three long paragraphs outside the frame of the page', () => {
    const html = `<nav><p>${sentence('menu')}</nav><p>short${['a', 'b', 'c', 'd'].map((text) => `<p>${sentence(text)}`).join('')}`
    expect(factsOf(html).paragraphs).to.deep.equal(['a', 'b', 'c'].map((text) => sentence(text).trim()))
  })
})
