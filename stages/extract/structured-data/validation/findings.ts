import { appendAll } from '#shared/append-all.ts'
import { type ItemGraph, type ItemNode, type ItemValue, isNode } from '../item-graph.ts'

/** Rules of the catalogue about structured data. */
export type RuleId =
  | 'jsonld-syntax'
  | 'jsonld-no-context'
  | 'jsonld-no-type'
  | 'microdata-broken'
  | 'sd-unknown-type'
  | 'sd-unknown-property'
  | 'sd-required-missing'
  | 'sd-recommended-missing'
  | 'sd-invalid-value'
  | 'sd-breadcrumb-invalid'
  | 'sd-rich-result-retired'

/** One fault in the structured data of a page. */
export interface Finding {
  readonly rule: RuleId
  /** Type of the item; null for a fault outside items. */
  readonly type: string | null
  /** Path from the top-level item, e.g. `offers[1].price`; '' for that item itself. */
  readonly path: string
  readonly message: string
  /** Offset in the decoded text of the page, as close as known. */
  readonly offset: number
}

/** Maximum number of findings of one severity; more of them set `isCut`. */
const maxFindings = 1_000

/** Maximum characters of a path: pages can nest long names deep. */
const maxPathChars = 500

export type Severity = 'error' | 'warning' | 'notice'

/** Collects findings by severity, each once. */
export class Findings {
  readonly error: Finding[] = []
  readonly warning: Finding[] = []
  readonly notice: Finding[] = []
  isCut = false

  add(severity: Severity, finding: Finding): void {
    if (this[severity].length >= maxFindings) this.isCut = true
    else this[severity].push({ ...finding, path: finding.path.slice(0, maxPathChars) })
  }
}

/** Name of an item's type in findings. */
export function typeNameOf({ types, otherTypes }: Pick<ItemNode, 'types' | 'otherTypes'>): string | null {
  return types[0] ?? otherTypes[0] ?? null
}

/** One item at the place where it was found. */
export interface Visit {
  readonly node: ItemNode
  readonly path: string
  /** The item that it is a property of, with the name of the property. */
  readonly parent: { readonly node: ItemNode; readonly property: string } | null
  readonly graph: ItemGraph
}

/** Path of a property's value, with an index where there are several: `offers[1]`. */
export function pathTo(path: string, property: string, index: number, count: number): string {
  const step = count > 1 ? `${property}[${index}]` : property
  return path === '' ? step : `${path}.${step}`
}

/** The items of a property, with their paths; references are followed to items of the page. */
export function* itemsIn(graph: ItemGraph, node: ItemNode, path: string, property: string): Generator<Visit> {
  const values: readonly ItemValue[] = node.properties.get(property) ?? []
  for (const [index, value] of values.entries()) {
    const item = graph.nodeOf(value)
    if (item !== null)
      yield {
        node: item,
        path: pathTo(path, property, index, values.length),
        parent: { node, property },
        graph,
      }
  }
}

/** Every item of a graph once, where it is first described, parents first. */
export function* everyItem(graph: ItemGraph): Generator<Visit> {
  const seen = new Set<ItemNode>()
  const stack: Visit[] = [...graph.roots].map((node) => ({ node, path: '', parent: null, graph })).reverse()
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    if (seen.has(visit.node)) continue
    seen.add(visit.node)
    yield visit
    const inner: Visit[] = []
    for (const [property, values] of visit.node.properties)
      for (const [index, value] of values.entries())
        if (isNode(value)) {
          const path = pathTo(visit.path, property, index, values.length)
          inner.push({ node: value, path, parent: { node: visit.node, property }, graph })
        }
    appendAll(stack, inner.reverse())
  }
}
