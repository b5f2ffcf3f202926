import type { SchemaOrgSummary } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../facts/fact-index.ts'
import type { BlockPosition, MarkupFacts, StructuredFacts } from './facts.ts'
import { ItemGraph, type ItemNode } from './item-graph.ts'
import { type BlockFact, isObject, type JsonValue } from './json-ld/json-ld.ts'
import { JsonLdItems, namesSchemaOrg } from './json-ld/json-ld-items.ts'
import { MarkupItems } from './markup/markup-items.ts'
import { checkBreadcrumbs } from './validation/check-breadcrumbs.ts'
import { RequirementCheck } from './validation/check-requirements.ts'
import { checkRetired } from './validation/check-retired.ts'
import { checkValues } from './validation/check-values.ts'
import { checkVocabulary } from './validation/check-vocabulary.ts'
import { everyItem, type Finding, Findings } from './validation/findings.ts'

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
function graphOf(facts: StructuredFacts, baseUrl: string, findings: Findings): ItemGraph {
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

/** All structured data of a page in one shape, with its findings. */
export interface StructuredData {
  /** Top-level items in document order; other items are inside them. `graph` resolves references. */
  readonly nodes: readonly ItemNode[]
  readonly graph: ItemGraph
  /** Types of schema.org, nested ones too, each once, in order of appearance. */
  readonly types: readonly string[]
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  /** Findings that are no faults, e.g. rich results that Google no longer shows. */
  readonly notices: readonly Finding[]
  /** Number of JSON-LD blocks, read or not. */
  readonly blocks: number
  /** Whether blocks, items or findings beyond the limits were left out. */
  readonly isCut: boolean
}

/** Maximum number of different types. */
const maxTypes = 500

/** The facts that structured data needs. */
export interface StructuredSource {
  readonly facts: { readonly structured: StructuredFacts; readonly baseUrl: string }
}

function checkItems(graph: ItemGraph, findings: Findings): void {
  const requirements = new RequirementCheck(findings)
  for (const visit of everyItem(graph)) {
    const { node } = visit
    if (
      node.source === 'json-ld' &&
      graph.roots.has(node) &&
      node.types.length + node.otherTypes.length === 0
    )
      findings.add('warning', {
        rule: 'jsonld-no-type',
        type: null,
        path: '',
        message: '@type is missing',
        offset: node.offset,
      })
    checkVocabulary(visit, findings)
    checkValues(visit, findings)
    requirements.check(visit, graph.roots.has(node))
    checkBreadcrumbs(visit, findings)
    checkRetired(visit, findings)
  }
}

/** Reads and validates the structured data of a page. Pure; time is linear in the facts. */
export function structuredDataOf({ facts: { structured, baseUrl } }: StructuredSource): StructuredData {
  const findings = new Findings()
  const graph = graphOf(structured, baseUrl, findings)
  checkItems(graph, findings)
  const { blocks, blocksTotal, markup } = structured
  const isCut = blocksTotal > blocks.length || [...blocks, ...markup].some((one) => one.isCut)
  const types = new Set(graph.nodes.flatMap((node) => node.types))
  return {
    nodes: [...graph.roots],
    graph,
    types: [...types].slice(0, maxTypes),
    errors: findings.error,
    warnings: findings.warning,
    notices: findings.notice,
    blocks: blocksTotal,
    isCut: isCut || types.size > maxTypes || graph.isCut || findings.isCut,
  }
}

/**
 * The types of the page's structured data and its number of faults. Valid means without errors, so a page without
 * structured data is valid.
 */
export function summaryOf(factIndex: FactIndex): SchemaOrgSummary {
  const { types, errors, warnings } = structuredDataOf(factIndex)
  return {
    types: [...types],
    valid: errors.length === 0,
    errors_count: errors.length,
    warnings_count: warnings.length,
  }
}
