import {
  type ItemNode,
  type ItemValue,
  isNode,
  isReference,
} from '#stages/extract/structured-data/item-graph.ts'
import { type StructuredData, structuredDataOf } from '#stages/extract/structured-data/structured-data.ts'
import type { Finding } from '#stages/extract/structured-data/validation/findings.ts'
import { factsOf } from '../pages.ts'

/** The structured data of a page at `https://www.example.com/a/page`. */
export function dataOf(html: string): StructuredData {
  return structuredDataOf({ facts: factsOf(html) })
}

export function script(...blocks: readonly (string | object)[]): string {
  return blocks
    .map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
    .map((text) => `<script type="application/ld+json">${text}</script>`)
    .join('\n')
}

/** A JSON-LD item in the context of schema.org. */
export function item(type: string | readonly string[], properties: object = {}): object {
  return { '@context': 'https://schema.org', '@type': type, ...properties }
}

export function judged(...items: readonly object[]): StructuredData {
  return dataOf(script(...items))
}

/** A value as plain data: items as `{type, id, …properties}`, references as `→ id`. */
export function plain(value: ItemValue): unknown {
  if (isReference(value)) return `→ ${value.ref}`
  return isNode(value) ? plainItem(value) : value
}

export function plainItem({ types, otherTypes, id, properties }: ItemNode): object {
  const all = [...types, ...otherTypes]
  return {
    ...(all.length > 0 ? { type: all.join(' ') } : {}),
    ...(id === null ? {} : { id }),
    ...Object.fromEntries([...properties].map(([name, values]) => [name, values.map(plain)])),
  }
}

export function itemsOf(html: string): object[] {
  return dataOf(html).nodes.map(plainItem)
}

/** Findings in short: `Type path: message`. */
export function inShort(findings: readonly Finding[], rule?: string): string[] {
  return findings
    .filter((finding) => rule === undefined || finding.rule === rule)
    .map(({ type, path, message }) => `${type} ${path}: ${message}`)
}
