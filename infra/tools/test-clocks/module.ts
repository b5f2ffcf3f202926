import { childrenOf, type Node, parse } from '../syntax-tree.ts'

/** A test module as a tree that can be climbed. */
export interface Module {
  /** In the order of the source. */
  readonly nodes: readonly Node[]
  parentOf(node: Node): Node | undefined
  /** What the node stands in, from the inside. */
  around(node: Node): Node[]
  lineOf(node: Node): number
  textOf(node: Node): string
}

const CLOCKS = new Set(['performance.now', 'Date.now', 'process.hrtime', 'hrtime.bigint'])
const FUNCTION =
  /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|(?:Class|Private)Method|MethodProperty)$/

/** Throws when the source cannot be parsed. */
export function readModule(source: string): Module {
  const tree = parse(source)
  const parents = new Map<Node, Node>()
  const nodes: Node[] = []
  const add = (node: Node) => {
    nodes.push(node)
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      add(child)
    }
  }
  tree.statements.forEach(add)
  return {
    nodes,
    parentOf: (node) => parents.get(node),
    around(node) {
      const parent = parents.get(node)
      return parent === undefined ? [] : [parent, ...this.around(parent)]
    },
    lineOf: ({ span }) => source.slice(0, tree.at(span.start)).split('\n').length,
    textOf: tree.textOf,
  }
}

export const isFunction = ({ type }: Node): boolean => FUNCTION.test(type)

/** The patterns of the parameters of a function. */
export function parametersOf(node: Node): Node[] {
  const { params } = (node.function ?? node) as { params: readonly Node[] }
  return params.map((param) => (param.type === 'Parameter' ? (param.pat as Node) : param))
}

/** The body of a function: a block, or the expression that it returns. */
export function bodyOf(node: Node): Node {
  return ((node.function as Node | undefined) ?? node).body as Node
}

export const isBlock = ({ type }: Node): boolean => /^(?:BlockStatement|FunctionBody)$/.test(type)

/** The name that a node is: of a variable, a key or a private member; null for any other node. */
export function nameOf(node: Node): string | null {
  const { type, value } = node
  return /^(?:Identifier|StringLiteral|PrivateName)$/.test(type) ? String(value) : null
}

/** The arguments of a call. */
export function argumentsOf(node: Node): Node[] {
  const list = (node.arguments ?? []) as { readonly expression: Node }[]
  return list.map(({ expression }) => expression)
}

/** Whether a node is a call that reads a clock of this machine. */
export function isClock({ type, callee }: Node): boolean {
  const { object, property } = (callee ?? {}) as { object?: Node; property?: Node }
  if (type !== 'CallExpression' || !object || !property) return false
  const owner = object.type === 'MemberExpression' ? (object.property as Node) : object
  return CLOCKS.has(`${nameOf(owner)}.${nameOf(property)}`)
}
