import { expect } from 'chai'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import type { BylineKind } from '#stages/extract/facts/page-facts.ts'
import {
  bylineKinds,
  bylineOf,
  corrections,
  usableBylines,
} from '#stages/extract/metadata/fields/author-bylines.ts'
import { factsOf, fetched } from '../../pages.ts'

const index = (body: string) => indexFacts(factsOf(`<body>${body}`), fetched(''))
const tags = (count: number) => '<i></i>'.repeat(count)
const title = '<h1>Title</h1>'
const marked = (...names: readonly string[]) => names.map((name) => `<b class=author>${name}</b>`).join('')

describe('the byline of one kind', () => {
  const namesOf = (body: string, kind: BylineKind) => bylineOf(index(body), kind).names

  const cases: readonly (readonly [why: string, kind: BylineKind, body: string, names: readonly string[]])[] =
    [
      ['none', 'class', '<p>x', []],
      ['of another kind', 'rel', marked('Ann Doe'), []],
      ['one', 'class', marked('Ann Doe'), ['Ann Doe']],
      ['several close together', 'class', marked('Ann Doe', 'Ben Roe'), ['Ann Doe', 'Ben Roe']],
      [
        'twelve tags on',
        'class',
        `${marked('Ann Doe')}${tags(11)}${marked('Ben Roe')}`,
        ['Ann Doe', 'Ben Roe'],
      ],
      ['thirteen tags on', 'class', `${marked('Ann Doe')}${tags(12)}${marked('Ben Roe')}`, ['Ann Doe']],
      ['below the title first', 'class', `${marked('Ann Doe')}${title}${marked('Ben Roe')}`, ['Ben Roe']],
      ['above the title, without one below', 'class', `${marked('Ann Doe')}${title}<p>x`, ['Ann Doe']],
      ['what is no name counts for nothing', 'class', `${marked('—', '@ben', 'Ann Doe')}`, ['Ann Doe']],
      ['itemprop', 'itemprop', '<b itemprop=author>Иван Петров</b>', ['Иван Петров']],
      ['rel', 'rel', '<a rel=author href=/a>王小明</a>', ['王小明']],
      ['link', 'link', '<a href=/author/a>محمد علي</a>', ['محمد علي']],
      ['text', 'text', '<p>Von Max Muster', ['Max Muster']],
      [
        'eight at most',
        'class',
        marked(...'ABCDEFGHIJ'.split('').map((sign) => `Ann ${sign}oe`)),
        [...'ABCDEFGH'].map((sign) => `Ann ${sign}oe`),
      ],
    ]
  for (const [why, kind, body, names] of cases)
    it(`${why} (${kind})`, () => expect(namesOf(body, kind)).to.deep.equal(names))

  it('stands at the title up to 30 tags below it', () => {
    const isAtTitle = (count: number) =>
      bylineOf(index(`${title}${tags(count)}${marked('Ann Doe')}`), 'class').isAtTitle
    expect([isAtTitle(0), isAtTitle(29), isAtTitle(30)]).to.deep.equal([true, true, false])
    expect(bylineOf(index(marked('Ann Doe')), 'class').isAtTitle, 'without a title').to.equal(false)
    expect(bylineOf(index(marked('Ann Doe') + title), 'class').isAtTitle, 'above the title').to.equal(false)
  })

  it('is one of a list with two other names, away from the title', () => {
    const list = (...names: readonly string[]) => names.map((name) => marked(name) + tags(15)).join('')
    const isListed = (body: string) => bylineOf(index(body), 'class').isListed
    expect(isListed(list('Ann Doe', 'Ben Roe', 'Cleo Poe'))).to.equal(true)
    expect(isListed(list('Ann Doe', 'Ben Roe'))).to.equal(false)
    expect(isListed(list('Ann Doe', 'Ann Doe', 'Ann Doe', 'Ann Doe')), 'one author').to.equal(false)
    expect(isListed(title + list('Ann Doe', 'Ben Roe', 'Cleo Poe')), 'at the title').to.equal(false)
    const properties = list('Ann Doe', 'Ben Roe', 'Cleo Poe').replaceAll('class=', 'itemprop=')
    expect(bylineOf(index(properties), 'itemprop').isListed, 'a property of an item').to.equal(false)
  })

  it('is certain when it is the only one or stands at the title, but never by a class alone', () => {
    const isCertain = (body: string, kind: BylineKind) => bylineOf(index(body), kind).isCertain
    const link = '<a rel=author href=/a>Ann Doe</a>'
    const other = `${tags(40)}<a rel=author href=/b>Ben Roe</a>`
    expect(isCertain(link, 'rel')).to.equal(true)
    expect(isCertain(link + other, 'rel')).to.equal(false)
    expect(isCertain(title + link + other, 'rel')).to.equal(true)
    expect(isCertain(title + marked('Ann Doe'), 'class')).to.equal(false)
    const text = '<p>By Ann Doe</p>'
    expect(isCertain(title + text, 'text')).to.equal(true)
    expect(isCertain(text, 'text'), 'away from the title').to.equal(false)
    expect(isCertain(`${title}${text}${tags(20)}<p>By Ben Roe`, 'text'), 'not the only one').to.equal(false)
  })

  it('is the same at each call', () => {
    const facts = index(marked('Ann Doe'))
    expect(bylineOf(facts, 'class')).to.equal(bylineOf(facts, 'class'))
    expect(bylineOf(index(marked('Ben Roe')), 'class').names).to.deep.equal(['Ben Roe'])
  })
})

describe('the bylines that name the authors of a page', () => {
  const usable = (body: string) =>
    [...usableBylines(index(body))]
      .filter(({ names }) => names.length > 0)
      .map(({ kind, names }) => [kind, ...names])

  it('are those with markup, the most reliable first', () => {
    const body = `${marked('Cleo Poe')}<a rel=author>Ann Doe</a><b itemprop=author>Ben Roe</b><p>By Dora Loe`
    expect(usable(body)).to.deep.equal([
      ['itemprop', 'Ben Roe'],
      ['rel', 'Ann Doe'],
      ['class', 'Cleo Poe'],
    ])
  })

  it('are those in the text where there is no markup, or at the title', () => {
    expect(usable('<p>By Dora Loe')).to.deep.equal([['text', 'Dora Loe']])
    expect(usable(`${title}<p>By Dora Loe<p>${marked('Cleo Poe')}`)).to.deep.equal([
      ['class', 'Cleo Poe'],
      ['text', 'Dora Loe'],
    ])
  })

  it('are none of a list of works', () => {
    const works = ['Ann Doe', 'Ben Roe', 'Cleo Poe'].map((name) => marked(name) + tags(15)).join('')
    expect(usable(works)).to.deep.equal([])
  })

  it('are none on a page without any', () => {
    expect(usable('')).to.deep.equal([])
    expect([...usableBylines(index(''))].map(({ kind }) => kind)).to.deep.equal(bylineKinds)
  })
})

describe('the bylines that correct what a page states', () => {
  const correct = (stated: readonly string[], body: string) =>
    corrections(stated, index(body))
      .filter(({ names }) => names.length > 0)
      .map(({ names }) => names)
  const link = (name: string) => `<a rel=author href=/a>${name}</a>`

  it('are none where nothing is shown', () => {
    expect(correct(['Ann Doe'], `${title}<p>x`)).to.deep.equal([])
  })

  it('name another author than the one stated, who is not shown', () => {
    expect(correct(['Jim Roe'], title + link('Ann Doe'))).to.deep.equal([['Ann Doe']])
    expect(correct(['Jim Roe'], title + marked('Ann Doe')), 'a class is not certain').to.deep.equal([])
  })

  it('are none where the stated author is shown', () => {
    expect(correct(['Ann Doe'], title + link('Ann Doe'))).to.deep.equal([])
    expect(correct(['ann.doe'], title + link('Ann Doe')), 'in another spelling').to.deep.equal([])
    expect(correct(['Иван Петров'], title + link('Иван Петров')), 'in another script').to.deep.equal([])
  })

  it('name another person in the text at the title, although the stated account is shown', () => {
    expect(correct(['Jim Roe'], `${title}${link('Jim Roe')}<p>By Ann Doe`)).to.deep.equal([['Ann Doe']])
    expect(correct(['Jim Roe'], `${title}${link('Jim Roe')}<p>By Jim Roe`)).to.deep.equal([])
    expect(correct(['Jim Roe'], `${title}${link('Jim Roe')}<p>Posted by <b>jdoe</b>`)).to.deep.equal([])
  })

  it('go on where the stated names end', () => {
    const more = (stated: readonly string[], shown: string) => correct(stated, title + marked(shown))
    expect(more(['Ann'], 'Ann Doe')).to.deep.equal([['Ann Doe']])
    expect(more(['Ann Doe'], 'Ann Doe, Ben Roe')).to.deep.equal([['Ann Doe, Ben Roe']])
    expect(more(['Ann Doe'], 'Ann Doe und Ben Roe')).to.deep.equal([['Ann Doe und Ben Roe']])
    expect(more(['Ann Doe'], 'Ann Doe et Éloïse Roux')).to.deep.equal([['Ann Doe et Éloïse Roux']])
    expect(more(['Ann Doe'], 'Ann Doe y Óscar Ruiz')).to.deep.equal([['Ann Doe y Óscar Ruiz']])
    expect(more(['Ann Doe'], 'Ann Doe Writer'), 'a role').to.deep.equal([])
    expect(more(['Ann Doe'], 'Ann Doe, Oslo'), 'a place').to.deep.equal([])
    expect(more(['Ann'], 'Anna Doe'), 'another name').to.deep.equal([])
  })
})
