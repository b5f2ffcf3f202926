import { expect } from 'chai'
import { vocabulary } from '#stages/extract/structured-data/vocabulary.ts'

describe('schema.org vocabulary', () => {
  const known = vocabulary()

  it('knows types and data types, and what a type descends from', () => {
    expect(['NewsArticle', 'Text', 'Newsarticle'].map((name) => known.hasType(name))).to.deep.equal([
      true,
      true,
      false,
    ])
    expect(known.isA('NewsArticle', 'Thing')).to.equal(true)
    expect(known.isA('Thing', 'NewsArticle')).to.equal(false)
  })

  it('allows properties of a type and of its ancestors', () => {
    expect(known.allows('NewsArticle', 'headline')).to.equal(true)
    expect(known.allows('NewsArticle', 'name')).to.equal(true)
    expect(known.allows('Person', 'headline')).to.equal(false)
    expect(known.allows('Thing', 'nonsense')).to.equal(false)
  })

  it('tells the kind of the values of a property', () => {
    expect(known.kindOf('birthDate')).to.equal('date')
    expect(known.kindOf('prepTime')).to.equal('duration')
    expect(known.kindOf('name')).to.equal(null)
    expect([...(known.kindOf('availability') ?? [])]).to.include('InStock')
  })

  it('finds names that differ in case only', () => {
    expect([known.spelledType('newsarticle'), known.spelledType('x')]).to.deep.equal(['NewsArticle', null])
    expect([known.spelledProperty('DATEPUBLISHED'), known.spelledProperty('x')]).to.deep.equal([
      'datePublished',
      null,
    ])
  })

  it('still knows names that search engines read and schema.org superseded', () => {
    expect(known.allows('VideoObject', 'interactionCount')).to.equal(true)
  })
})
