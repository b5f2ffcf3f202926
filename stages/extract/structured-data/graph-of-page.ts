import type { StructuredFacts } from './facts.ts'
import type { MarkupFacts } from './item-facts.ts'
import { ItemGraph } from './item-graph.ts'
import { type BlockFact, isObject, type JsonValue } from './json-ld.ts'
import { namesSchemaOrg } from './json-ld-context.ts'
import { JsonLdItems } from './json-ld-items.ts'
import { MarkupItems } from './markup-items.ts'
import type { TagPlace } from './positions.ts'
import type { Findings } from './validation/finding.ts'

/** The contexts at the top of a block, null where there is none. */
function contextsIn(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(contextsIn)
  if (!isObject(value)) return []
  const context = value['@context'] ?? null
  return context === null && value['@graph'] !== undefined ? contextsIn(value['@graph']) : [context]
}

function checkBlock(block: BlockFact, place: TagPlace, findings: Findings): void {
  const at = { rule: 'jsonld-syntax', type: null, path: '', offset: place.start } as const
  const { fault } = block
  if (fault)
    findings.add('error', { ...at, message: fault.message, offset: place.contentStart + fault.index })
  if (block.isRepaired) findings.add('warning', { ...at, message: 'it can be read only after repair' })
  if (block.isEmpty) findings.add('warning', { ...at, message: 'the block is empty' })
  const contexts = contextsIn(block.value)
  const isMissing = contexts.includes(null)
  if (isMissing || !contexts.every(namesSchemaOrg)) {
    const message = isMissing ? '@context is missing' : '@context is not https://schema.org'
    findings.add('warning', { ...at, rule: 'jsonld-no-context', message })
  }
}

function checkMarkup(markup: MarkupFacts, hasLoop: boolean, placeOf: PlaceOf, findings: Findings): void {
  const complain = (message: string, order?: number): void =>
    findings.add('warning', {
      ...{ rule: 'microdata-broken', type: null, path: '', message },
      offset: placeOf(order).start,
    })
  const [firstStray] = markup.strayOrders
  if (hasLoop) complain('an item is a property of itself')
  if (firstStray !== undefined)
    complain(`${markup.strayOrders.length} itemprop outside any itemscope`, firstStray)
  for (const id of new Set(markup.danglingRefs)) complain(`itemref names ${id}, which no element has as id`)
  for (const { source, types, order } of markup.items)
    for (const type of source === 'microdata' ? types : [])
      if (!URL.canParse(type)) complain(`itemtype ${type} is no absolute URL`, order)
}

type PlaceOf = (order?: number) => TagPlace
const nowhere: TagPlace = { start: 0, contentStart: 0 }

/** All items of a page in one graph; what is wrong with the syntax goes to `findings`. */
export function graphOf(facts: StructuredFacts, baseUrl: string, findings: Findings): ItemGraph {
  const graph = new ItemGraph(baseUrl)
  const placeOf: PlaceOf = (order = 0) => facts.places.get(order) ?? nowhere
  for (const [number, block] of facts.blocks.entries()) {
    const place = placeOf(facts.blockOrders[number])
    checkBlock(block, place, findings)
    new JsonLdItems(graph, { offset: place.start, number }).addBlock(block.value)
  }
  for (const markup of facts.markup) {
    const items = new MarkupItems(graph, markup, (order) => placeOf(order).start)
    for (const item of markup.items) if (item.isTop) items.addTop(item)
    checkMarkup(markup, items.hasLoop, placeOf, findings)
  }
  graph.sort()
  return graph
}
