import { expect } from 'chai'
import { vocabulary } from '#stages/extract/structured-data/vocabulary.ts'
import { dataOf, inShort, item, judged } from '../page.ts'

const warnings = (type: string | string[], properties: object) =>
  inShort(judged(item(type, properties)).warnings)

describe('structured data: the vocabulary', () => {
  // schema.org, type pages.
  for (const [type, above] of [
    ['NewsArticle', 'CreativeWork'],
    ['BlogPosting', 'Article'],
    ['Restaurant', 'Place'],
    ['Restaurant', 'Organization'],
    ['OnlineStore', 'Organization'],
    ['3DModel', 'MediaObject'],
    ['Car', 'Product'],
    ['EmployeeRole', 'Intangible'],
  ] as const)
    it(`${type} is a ${above}`, () => expect(vocabulary().isA(type, above)).to.equal(true))

  it('knows what is not above', () => {
    expect(vocabulary().isA('Article', 'NewsArticle')).to.equal(false)
    expect(vocabulary().isA('Person', 'Organization')).to.equal(false)
  })

  it('knows an unknown type and what was meant', () => {
    expect(warnings('product', {})).to.deep.equal([
      'product : product is no type of schema.org; Product is meant',
    ])
    expect(warnings('Prodct', {})).to.deep.equal(['Prodct : Prodct is no type of schema.org'])
  })

  it('knows an unknown property and what was meant', () => {
    expect(warnings('Thing', { nmae: 'x', Name: 'y' })).to.deep.equal([
      'Thing nmae: nmae is no property of schema.org',
      'Thing Name: Name is no property of schema.org; name is meant',
    ])
  })

  it('properties are inherited', () => {
    expect(warnings('EmployeeRole', { name: 'x', startDate: '2026-01-01', baseSalary: 1 })).to.deep.equal([])
  })

  it('a property of another type is none of this', () => {
    expect(warnings('Person', { articleBody: 'x' })).to.deep.equal([
      'Person articleBody: articleBody is no property of Person',
    ])
  })

  it('several types: any may have it', () => {
    expect(warnings(['Person', 'Article'], { articleBody: 'x', jobTitle: 'y' })).to.not.include.members([
      'Person articleBody: articleBody is no property of Person',
    ])
  })

  it('nothing is said of what may come from elsewhere', () => {
    const context = { '@context': ['https://schema.org', { ex: 'https://ex.example/' }] }
    expect(warnings('Thing', { ...context, 'ex:colour': 'red' })).to.deep.equal([])
    expect(warnings(['Thing', 'ex:Car'], { ...context, wheels: 4 })).to.deep.equal([])
  })

  it('what actions ask for is annotated (schema.org, Actions, part 4)', () => {
    const action = {
      '@type': 'SearchAction',
      target: 'https://x.example/?q={q}',
      'query-input': 'required name=q',
    }
    expect(
      warnings('WebSite', { name: 'x', url: 'https://x.example/', potentialAction: action }),
    ).to.deep.equal([])
  })

  it('a role repeats the property that it stands in (schema.org, Role)', () => {
    const role = {
      '@type': 'OrganizationRole',
      member: { '@type': 'Person', name: 'Ann' },
      startDate: '2026',
    }
    expect(
      warnings('SportsTeam', {
        name: 'x',
        url: 'https://x.example/',
        logo: 'https://x.example/l',
        member: role,
      }),
    ).to.deep.equal([])
  })

  it('microdata and RDFa are judged alike', () => {
    const html = `<p itemscope itemtype="https://schema.org/Thing"><b itemprop=nmae>x</b></p>
      <p vocab="https://schema.org/" typeof=Thing><b property=nmae>x</b></p>`
    const message = 'Thing nmae: nmae is no property of schema.org'
    expect(inShort(dataOf(html).warnings)).to.deep.equal([message, message])
  })
})
