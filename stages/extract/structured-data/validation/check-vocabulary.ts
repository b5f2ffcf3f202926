import type { ItemNode } from '../item-graph.ts'
import { vocabulary } from '../vocabulary.ts'
import { type Findings, pathTo, typeNameOf, type Visit } from './findings.ts'

/** `<property>-input` and `-output` annotate actions (schema.org, "Actions", part 4). */
const annotation = /-(?:input|output)$/

/** A role stands between an item and a value, under the property's own name (schema.org, Role). */
function isWrapped(node: ItemNode, property: string, parent: Visit['parent']): boolean {
  return parent?.property === property && node.types.some((type) => vocabulary().isA(type, 'Role'))
}

function hint(meant: string | null): string {
  return meant === null ? '' : `; ${meant} is meant`
}

function checkTypes({ node, path }: Visit, findings: Findings): void {
  for (const type of node.types) {
    if (vocabulary().hasType(type)) continue
    const message = `${type} is no type of schema.org${hint(vocabulary().spelledType(type))}`
    findings.add('warning', { rule: 'sd-unknown-type', type, path, message, offset: node.offset })
  }
}

function faultOf(node: ItemNode, property: string): string | null {
  if (!vocabulary().hasProperty(property))
    return `${property} is no property of schema.org${hint(vocabulary().spelledProperty(property))}`
  const isAllowed = node.types.some((type) => vocabulary().allows(type, property))
  return isAllowed ? null : `${property} is no property of ${node.types.join(' or ')}`
}

function checkProperties({ node, path, parent }: Visit, findings: Findings): void {
  // A property may come from an unknown type, so it is then accepted.
  const isKnown = node.otherTypes.length === 0 && node.types.every((type) => vocabulary().hasType(type))
  if (node.types.length === 0 || !isKnown) return
  for (const property of node.properties.keys()) {
    if (property.includes(':') || annotation.test(property) || isWrapped(node, property, parent)) continue
    const message = faultOf(node, property)
    if (message === null) continue
    const place = { type: typeNameOf(node), path: pathTo(path, property, 0, 1), offset: node.offset }
    findings.add('warning', { rule: 'sd-unknown-property', message, ...place })
  }
}

/** Reports types and properties that the schema.org vocabulary does not have, or does not combine. */
export function checkVocabulary(visit: Visit, findings: Findings): void {
  checkTypes(visit, findings)
  checkProperties(visit, findings)
}
