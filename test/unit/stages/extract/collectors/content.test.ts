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
  const paragraphs = (html: string) => factsOf(html).paragraphs
  const written = (...texts: readonly string[]) => texts.map((text) => `<p>${sentence(text)}</p>`).join('')
  const read = (...texts: readonly string[]) => texts.map((text) => sentence(text).trim())

  it('collects the first three long paragraphs outside the frame of the page', () => {
    expect(paragraphs(`<nav>${written('menu')}</nav><p>short${written('a', 'b', 'c', 'd')}`)).to.deep.equal(
      read('a', 'b', 'c'),
    )
  })

  it('collects only those behind the first h1, or in main or article, where there is one', () => {
    expect(paragraphs(`${written('a')}<h1>T</h1>${written('b')}`)).to.deep.equal(read('b'))
    expect(paragraphs(`${written('a')}<main>${written('b')}</main>${written('c')}`)).to.deep.equal(read('b'))
    expect(paragraphs(`${written('a')}<article>${written('b')}</article>`)).to.deep.equal(read('b'))
    expect(paragraphs(`${written('a')}<h1>T</h1>`)).to.deep.equal([])
  })

  it('counts the header of an article as content, not that of the page', () => {
    const html = `<header><h1>T</h1>${written('a')}</header><article><header>${written('b')}</header></article>`
    expect(paragraphs(html)).to.deep.equal(read('b'))
  })

  it('leaves out hidden ones and keeps long ones whole', () => {
    const html = `<h1>T</h1><p hidden>${sentence('a')}<p aria-hidden=true>${sentence('b')}<p>${'word '.repeat(200)}`
    expect(paragraphs(html)).to.deep.equal(['word '.repeat(200).trim()])
  })
})
