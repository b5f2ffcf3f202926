import type { BlockPosition, StructuredFacts } from '../facts.ts'
import type { MarkupFacts } from '../item-facts.ts'
import { type BlockFact, isObject, type JsonValue } from '../json-ld/json-ld.ts'
import { namesSchemaOrg } from '../json-ld/json-ld-context.ts'
import { JsonLdItems } from '../json-ld/json-ld-items.ts'
import { MarkupItems } from '../markup/markup-items.ts'
import type { Findings } from '../validation/finding.ts'
import { ItemGraph } from './item-graph.ts'

/** The contexts at the top of a block; null where there is none. */
function contextsIn(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(contextsIn)
  if (!isObject(value)) return []
  const context = value['@context'] ?? null
  return context === null && value['@graph'] !== undefined ? contextsIn(value['@graph']) : [context]
}

function checkBlock(block: BlockFact, place: BlockPosition, findings: Findings): void {
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

function checkMarkup(markup: MarkupFacts, hasLoop: boolean, findings: Findings): void {
  const complain = (message: string, offset = 0): void =>
    findings.add('warning', { rule: 'microdata-broken', type: null, path: '', message, offset })
  const [firstStray] = markup.strayOffsets
  if (hasLoop) complain('an item is a property of itself')
  if (firstStray !== undefined)
    complain(`${markup.strayOffsets.length} itemprop outside any itemscope`, firstStray)
  for (const id of new Set(markup.danglingRefs)) complain(`itemref names ${id}, which no element has as id`)
  for (const { source, types, offset } of markup.items)
    for (const type of source === 'microdata' ? types : [])
      if (!URL.canParse(type)) complain(`itemtype ${type} is no absolute URL`, offset)
}

const nowhere: BlockPosition = { start: 0, contentStart: 0 }

/** All items of a page in one graph. Syntax errors go to `findings`. */
export function graphOf(facts: StructuredFacts, baseUrl: string, findings: Findings): ItemGraph {
  const graph = new ItemGraph(baseUrl)
  for (const [number, block] of facts.blocks.entries()) {
    const place = facts.blockPositions[number] ?? nowhere
    checkBlock(block, place, findings)
    new JsonLdItems(graph, { offset: place.start, number }).addBlock(block.value)
  }
  for (const markup of facts.markup) {
    const items = new MarkupItems(graph, markup)
    for (const item of markup.items) if (item.isTop) items.addTop(item)
    checkMarkup(markup, items.hasLoop, findings)
  }
  graph.sort()
  return graph
}
