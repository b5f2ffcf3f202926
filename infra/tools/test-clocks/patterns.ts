import type { Node } from '../syntax-tree.ts'

/** The parts of a pattern that takes a value apart, each with its value. */
export function partsOf({ type, ...pattern }: Node, value: Node | undefined): [Node, Node | undefined][] {
  if (type === 'ArrayPattern')
    return (pattern.elements as (Node | null)[]).flatMap((inner, index) =>
      inner === null ? [] : [[inner, itemOf(value, index)]],
    )
  if (type === 'ObjectPattern')
    return (pattern.properties as Node[]).flatMap((property) => partsOf(property, value))
  if (type === 'AssignmentPatternProperty')
    return [[pattern.key as Node, memberOf(value, pattern.key as Node)]]
  if (type === 'KeyValuePatternProperty')
    return [[pattern.value as Node, memberOf(value, pattern.key as Node)]]
  const inner = (pattern.left ?? pattern.argument) as Node | undefined
  return inner === undefined ? [] : [[inner, value]]
}

function itemOf(value: Node | undefined, index: number): Node | undefined {
  if (value?.type !== 'ArrayExpression') return value
  return (value.elements as ({ expression: Node } | null)[])[index]?.expression
}

function memberOf(object: Node | undefined, property: Node): Node | undefined {
  return object && { type: 'MemberExpression', span: property.span, object, property }
}
