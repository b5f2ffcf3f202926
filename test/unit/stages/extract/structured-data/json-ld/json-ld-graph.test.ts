import { expect } from 'chai'
import {
  articles,
  JsonLdGraph,
  nameOf,
  organizations,
  typesOf,
  webPages,
  webSites,
  works,
} from '#stages/extract/structured-data/json-ld/json-ld-graph.ts'
import { vocabulary } from '#stages/extract/structured-data/vocabulary.ts'

describe('kinds of JSON-LD nodes', () => {
  for (const [name, types] of Object.entries({ works, articles, webPages, webSites, organizations }))
    it(`${name} are types of schema.org`, () => {
      expect([...types].filter((type) => !vocabulary().hasType(type))).to.deep.equal([])
    })

  it('organizations are organizations, articles are articles', () => {
    for (const type of organizations) expect(vocabulary().isA(type, 'Organization')).to.equal(true)
    for (const type of articles) expect(vocabulary().isA(type, 'Article')).to.equal(true)
  })
})

describe('the JSON-LD of a page as one graph', () => {
  it('finds the nodes of any of some types, nested ones too, in document order', () => {
    const graph = new JsonLdGraph([
      { '@type': 'https://schema.org/Article', author: { '@type': ['Person', 'Thing'] } },
      { name: 'no type' },
      { '@type': 'Person', name: 'Ada' },
    ])
    const persons = new Set(['Person'])
    for (const round of [1, 2])
      expect(graph.nodesOf(persons), String(round)).to.deep.equal([
        { '@type': ['Person', 'Thing'] },
        { '@type': 'Person', name: 'Ada' },
      ])
    expect(graph.nodesOf(new Set(['Thing', 'Article']))).to.have.length(2)
    expect(graph.nodesOf(new Set(['Event']))).to.deep.equal([])
  })

  it('lists nested nodes in document order, and follows references across blocks', () => {
    const graph = new JsonLdGraph([
      { '@type': 'Article', author: { '@id': '#a' }, image: [{ '@type': 'ImageObject' }] },
      { '@id': '#a', '@type': 'Person', name: 'Ada' },
    ])
    expect(graph.nodes.map(({ '@type': type }) => type)).to.deep.equal([
      'Article',
      undefined,
      'ImageObject',
      'Person',
    ])
    const authors = [...graph.values(new Set(['Article']), 'author')]
    expect(authors.map(nameOf)).to.deep.equal(['Ada'])
  })

  it('keeps a reference to a node that the page does not describe', () => {
    const graph = new JsonLdGraph([{ '@type': 'Article', author: { '@id': '#x' } }])
    expect([...graph.values(new Set(['Article']), 'author')]).to.deep.equal([{ '@id': '#x' }])
  })

  it('lists at most 5,000 nodes', () => {
    const nodes = Array.from({ length: 6000 }, () => ({ '@type': 'Thing' }))
    expect(new JsonLdGraph(nodes).nodes).to.have.length(5000)
  })

  it('has types without their namespace', () => {
    expect(typesOf({ '@type': ['https://schema.org/Recipe', 'schema:Thing', 'Event', 1, ''] })).to.deep.equal(
      ['Recipe', 'Thing', 'Event'],
    )
  })

  it('gives a text for a value: itself, a number, a name, a value with a language', () => {
    const names = [
      'Ada',
      7,
      { name: ['Ada'] },
      { '@value': 'Ada', '@language': 'en' },
      { url: 'x' },
      true,
      null,
    ]
    expect(names.map(nameOf)).to.deep.equal(['Ada', '7', 'Ada', 'Ada', null, null, null])
  })
})
