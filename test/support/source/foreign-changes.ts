import { type Node, nodesBelow, parse } from '#infra/tools/syntax-tree.ts'

/** Functions that give a module of a dependency: `require`, and what is named like one that calls it. */
const GIVES_MODULE = /^(?:require|\w+Module)$/
/** A package or a module of Node; our own names begin with `#` or a dot. */
const PACKAGE = /^[^#.]/
/** Our own module that hands on private modules of a dependency. */
const HANDS_ON = /\/kafkajs\.ts$/
const CHANGES = /^Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)$/

/**
 * Where a module changes a dependency while the program runs: each use of a `prototype` or of `require.cache`, and what
 * changes a member of an imported package or of a module that a `require` gave.
 */
export function foreignChanges(source: string): string[] {
  const tree = parse(source)
  const nodes = tree.statements.flatMap((statement) => [statement, ...nodesBelow(statement)]) as Syntax[]
  const foreign = new Set(['require'])
  for (const node of nodes) for (const name of namesOfForeign(node, foreign)) foreign.add(name)
  const found = nodes.filter(
    (node) =>
      usesPrototype(node) || isModuleCache(node) || changed(node).some((one) => isForeign(one, foreign)),
  )
  return [...new Set(found.map((node) => tree.textOf(node)))]
}

/** The properties of the nodes that are read here. */
interface Syntax extends Node {
  readonly value?: string
  readonly source?: Syntax
  readonly specifiers?: readonly { readonly local: Syntax }[]
  readonly id?: Syntax
  readonly init?: Syntax | null
  readonly properties?: readonly Syntax[]
  readonly key?: Syntax
  readonly object?: Syntax
  readonly property?: Syntax
  readonly expression?: Syntax
  readonly callee?: Syntax
  readonly left?: Syntax
  readonly operator?: string
  readonly argument?: Syntax
  readonly arguments?: readonly { readonly expression: Syntax }[]
}

/** The names that an import or a variable gives to something foreign. */
function namesOfForeign(node: Syntax, foreign: ReadonlySet<string>): string[] {
  if (node.type === 'ImportDeclaration') {
    const from = node.source?.value ?? ''
    return PACKAGE.test(from) || HANDS_ON.test(from)
      ? (node.specifiers ?? []).map(({ local }) => local.value ?? '')
      : []
  }
  if (node.type !== 'VariableDeclarator' || !node.init || !isForeign(node.init, foreign)) return []
  if (node.id?.type === 'Identifier') return [node.id.value ?? '']
  return (node.id?.properties ?? []).map(({ key }) => key?.value ?? '')
}

/** Whether the expression is something foreign or a part of it. What a foreign function returns is ours. */
function isForeign(node: Syntax | undefined, foreign: ReadonlySet<string>): boolean {
  if (node === undefined) return false
  if (node.type === 'Identifier') return foreign.has(node.value ?? '')
  if (node.type === 'CallExpression') return GIVES_MODULE.test(node.callee?.value ?? '')
  return isForeign(node.object ?? node.expression, foreign)
}

/** The objects whose members a node changes. */
function changed(node: Syntax): (Syntax | undefined)[] {
  if (node.type === 'AssignmentExpression') return [memberOf(node.left)]
  if (node.type === 'UpdateExpression') return [memberOf(node.argument)]
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return [memberOf(node.argument)]
  if (node.type !== 'CallExpression') return []
  const { object, property } = node.callee ?? {}
  const isChange = CHANGES.test(`${object?.value}.${property?.value}`)
  return isChange ? [node.arguments?.[0]?.expression] : []
}

const memberOf = (node: Syntax | undefined) => (node?.type === 'MemberExpression' ? node.object : undefined)

function usesPrototype({ type, property, key }: Syntax): boolean {
  if (type === 'MemberExpression') return property?.value === 'prototype'
  return /PatternProperty$/.test(type) && key?.value === 'prototype'
}

function isModuleCache({ type, object, property }: Syntax): boolean {
  return type === 'MemberExpression' && object?.value === 'require' && property?.value === 'cache'
}
