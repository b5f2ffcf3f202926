import { expect } from 'chai'
import type { MarkupItem, MarkupValue } from '#stages/extract/structured-data/facts.ts'
import { ItemGraph } from '#stages/extract/structured-data/item-graph.ts'
import { MarkupItems } from '#stages/extract/structured-data/markup/markup-items.ts'
import { plainItem } from '../page.ts'

function itemWith(isTop: boolean, ...properties: [name: string, value: MarkupValue][]): MarkupItem {
  return {
    ...{
      source: 'microdata',
      types: ['https://schema.org/Thing', 'http://x.example/T'],
      id: null,
      offset: 0,
      isTop,
    },
    properties: properties.map(([name, value]) => ({ names: [name], value })),
  }
}

function read(...items: MarkupItem[]) {
  const graph = new ItemGraph('https://www.example.com/')
  const markup = new MarkupItems(graph, { items, strayOffsets: [], danglingRefs: [], isCut: false })
  for (const item of items) if (item.isTop) markup.addTop(item)
  return { items: [...graph.roots].map(plainItem), hasLoop: markup.hasLoop }
}

describe('items of markup', () => {
  const type = 'Thing http://x.example/T'

  it('have bare names of schema.org, absolute addresses and the items in them', () => {
    const outer = itemWith(
      true,
      ['https://schema.org/name', { text: 'a' }],
      ['url', { url: '/b' }],
      ['http://x.example/p', { item: 1 }],
    )
    expect(read(outer, itemWith(false, ['name', { text: 'c' }])).items).to.deep.equal([
      {
        ...{ type, name: ['a'], url: ['https://www.example.com/b'] },
        'http://x.example/p': [{ type, name: ['c'] }],
      },
    ])
  })

  it('leave out an item within itself (HTML Standard, 5.2.5)', () => {
    expect(read(itemWith(true, ['name', { text: 'a' }], ['about', { item: 0 }]))).to.deep.equal({
      items: [{ type, name: ['a'] }],
      hasLoop: true,
    })
  })
})
