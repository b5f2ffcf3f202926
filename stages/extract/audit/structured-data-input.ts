import type {
  StructuredDataInput,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import { type ItemNode, type ItemValue, isNode } from '../structured-data/item-graph.ts'
import type { StructuredData } from '../structured-data/structured-data.ts'
import type { Finding, Severity } from '../structured-data/validation/findings.ts'

/** Limits of what is kept: nesting depth, items, values, characters. Of a larger page the first items are kept. */
const limits = { depth: 24, items: 2000, values: 20_000, chars: 1_000_000, charsOfOne: 5000, findings: 500 }

/** Copies items into plain data within the limits. */
class Copy {
  isCut = false
  readonly #left = { items: limits.items, values: limits.values, chars: limits.chars }

  /** Null when a limit is reached. */
  item(node: ItemNode, depth: number): StructuredItem | null {
    const hasRoom = depth <= limits.depth && this.#left.items > 0
    if (!hasRoom) return this.#cut()
    this.#left.items -= 1
    const { source, types, otherTypes, id, properties, offset } = node
    const copied = [...properties].flatMap(([name, values]) => {
      const kept = this.#values(values, depth)
      return kept.length > 0 ? [[name, kept] as const] : []
    })
    return {
      syntax: source,
      types: [...types, ...otherTypes],
      id,
      properties: Object.fromEntries(copied),
      offset,
    }
  }

  #values(values: readonly ItemValue[], depth: number): StructuredValue[] {
    return values.flatMap((value) => this.#value(value, depth) ?? [])
  }

  #value(value: ItemValue, depth: number): StructuredValue | null {
    if (this.#left.values <= 0) return this.#cut()
    this.#left.values -= 1
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object') return value
    if (isNode(value)) return this.item(value, depth + 1)
    const ref = this.#text(value.ref)
    return ref === null ? null : { ref }
  }

  #text(text: string): string | null {
    const kept = text.slice(0, limits.charsOfOne)
    if (kept.length > this.#left.chars) return this.#cut()
    this.#left.chars -= kept.length
    this.isCut ||= kept.length < text.length
    return kept
  }

  #cut(): null {
    this.isCut = true
    return null
  }
}

/** The structured data of a page as plain data, within the limits. */
export function toStructuredDataInput(data: StructuredData): StructuredDataInput {
  const copy = new Copy()
  const items = data.nodes.flatMap((node) => copy.item(node, 1) ?? [])
  const findings = [
    ...withSeverity(data.errors, 'error'),
    ...withSeverity(data.warnings, 'warning'),
    ...withSeverity(data.notices, 'notice'),
  ]
  const isCut = data.isCut || copy.isCut || findings.some(({ all }) => all > limits.findings)
  return { items, findings: findings.map(({ finding }) => finding), blocks: data.blocks, isCut }
}

function withSeverity(findings: readonly Finding[], severity: Severity) {
  const all = findings.length
  return findings.slice(0, limits.findings).map((finding) => ({ all, finding: { ...finding, severity } }))
}
