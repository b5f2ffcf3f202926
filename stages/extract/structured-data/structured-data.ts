import type { StructuredFacts } from './facts.ts'
import { graphOf } from './graph/graph-of-page.ts'
import type { ItemGraph } from './graph/item-graph.ts'
import type { ItemNode } from './item.ts'
import { checkBreadcrumbs } from './validation/check-breadcrumbs.ts'
import { RequirementCheck } from './validation/check-requirements.ts'
import { checkRetired } from './validation/check-retired.ts'
import { checkValues } from './validation/check-values.ts'
import { checkVocabulary } from './validation/check-vocabulary.ts'
import { type Finding, Findings } from './validation/finding.ts'
import { everyItem } from './validation/visit.ts'

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
