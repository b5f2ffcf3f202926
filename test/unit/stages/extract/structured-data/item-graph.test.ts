import { expect } from 'chai'
import { ItemGraph, isNode, isReference, schemaOrgName } from '#stages/extract/structured-data/item-graph.ts'

const draft = { types: ['Thing'], otherTypes: [], id: null, source: 'json-ld', offset: 0 } as const
const nothing = () => {}

describe('item graph', () => {
  it('makes items with the same id one: the first description of a property counts', () => {
    const graph = new ItemGraph('https://www.example.com/')
    const add = (types: string[], name: string, more: string) =>
      graph.add(
        { ...draft, types, id: '#a' },
        (node) => {
          graph.put(node, 'name', [name])
          graph.put(node, more, [1])
        },
        true,
      )
    const first = add(['Person'], 'Ann', 'x')
    expect(first && isNode(first)).to.equal(true)
    expect(add(['Person', 'Author'], 'Ben', 'y')).to.deep.equal({ ref: '#a' })
    const [node] = graph.nodes
    expect(graph.nodes).to.have.length(1)
    expect(node?.types).to.deep.equal(['Person', 'Author'])
    expect([...(node?.properties ?? [])]).to.deep.equal([
      ['name', ['Ann']],
      ['x', [1]],
      ['y', [1]],
    ])
  })

  it('finds the item that a value is or refers to', () => {
    const graph = new ItemGraph('https://www.example.com/')
    graph.add({ ...draft, id: '#a' }, nothing, true)
    expect(graph.nodeOf({ ref: '#a' })).to.equal(graph.nodes[0])
    expect([graph.nodeOf({ ref: '#b' }), graph.nodeOf('text')]).to.deep.equal([null, null])
    expect([isReference({ ref: '#a' }), isReference('x')]).to.deep.equal([true, false])
  })

  it('sorts items and roots into document order', () => {
    const graph = new ItemGraph('https://www.example.com/')
    for (const offset of [20, 10]) graph.add({ ...draft, offset }, nothing, true)
    graph.sort()
    expect(graph.nodes.map(({ offset }) => offset)).to.deep.equal([10, 20])
    expect([...graph.roots].map(({ offset }) => offset)).to.deep.equal([10, 20])
  })

  it('resolves ids and addresses against the base, and leaves blank nodes as they are', () => {
    const graph = new ItemGraph('https://www.example.com/a/')
    expect([graph.idOf('#p'), graph.idOf('_:b')]).to.deep.equal(['https://www.example.com/a/#p', '_:b'])
    expect([graph.addressOf('b'), graph.addressOf(' ')]).to.deep.equal(['https://www.example.com/a/b', ''])
  })

  it('keeps at most 10,000 items', () => {
    const graph = new ItemGraph('https://www.example.com/')
    for (let count = 0; count < 10_000; count++) graph.add(draft, nothing, true)
    expect(graph.isCut).to.equal(false)
    expect(graph.add(draft, nothing, true)).to.equal(null)
    expect([graph.isCut, graph.nodes.length]).to.deep.equal([true, 10_000])
  })
})

describe('schemaOrgName', () => {
  it('is the last part of an address of schema.org, however it is written', () => {
    for (const address of ['https://schema.org/Thing', 'http://www.schema.org/#Thing', '//schema.org/Thing/'])
      expect(schemaOrgName(address)).to.equal('Thing')
    for (const address of [
      'https://schema.org/',
      'https://schema.org/a/b',
      'https://example.com/Thing',
      'Thing',
    ])
      expect(schemaOrgName(address)).to.equal(null)
  })
})
