import { childrenOf, type Node } from '../syntax-tree.ts'
import { bindingsOf } from './bindings.ts'
import { argumentsOf, bodyOf, isBlock, isClock, isFunction, type Module, nameOf } from './module.ts'

/** What a value has to do with the clock of this machine: a time that it read, or how much time went by. */
export type Kind = 'reading' | 'elapsed' | null

const DISTANCE = /^[<>]=?$/
/** Their value is one of the values inside them. */
const TRANSPARENT =
  /^(?:Await|Conditional|Parenthesis|Unary|TsAs|TsNonNull|TsConst|TsSatisfies|Array|Sequence|Template)(?:Expression|Literal|Assertion)$/
/** Functions whose result is as their arguments are. */
const ARITHMETIC = new Set(['Math', 'Number', 'String', 'Boolean', 'BigInt'])

/** Tells how the values of a module come from the clock, by following its variables, keys, lists and functions. */
export function makeKindOf(module: Module): (node: Node) => Kind {
  const bindings = bindingsOf(module)
  const known = new Map<Node, Kind>()

  function kindOf(node: Node): Kind {
    const before = known.get(node)
    if (before !== undefined) return before
    known.set(node, null)
    const kind = findKind(node)
    known.set(node, kind)
    return kind
  }
  const most = (nodes: readonly Node[]): Kind => mostOf(nodes.map(kindOf))

  const finders: Readonly<Record<string, (node: Node) => Kind>> = {
    Identifier: (node) => most(bindings.valuesOf(node)),
    MemberExpression: ofMember,
    CallExpression: ofCall,
    BinaryExpression: (node) => (measures(node) ? 'elapsed' : most(childrenOf(node))),
  }

  function findKind(node: Node): Kind {
    if (isClock(node)) return 'reading'
    if (isFunction(node)) return most(resultsOf(node))
    const find =
      finders[node.type] ?? ((other) => (TRANSPARENT.test(other.type) ? most(childrenOf(other)) : null))
    return find(node)
  }

  /** Whether it takes the distance of two times, or of a time from something that is no constant. */
  function measures({ operator, left, right }: Node): boolean {
    const sides = [left, right] as Node[]
    const kinds = sides.map(kindOf)
    if (operator === '-') return kinds.includes('reading') && !sides.some(isConstant)
    return DISTANCE.test(String(operator)) && kinds.includes('reading')
  }

  /** An item of a list of times is a time; its other members are something else, unless an entry says so. */
  function ofMember({ object, property }: Node): Kind {
    const key = nameOf(property as Node)
    return key === null ? kindOf(object as Node) : most(bindings.valuesAt(key))
  }

  function ofCall(node: Node): Kind {
    const { object = node.callee } = node.callee as { object?: Node } & Node
    const isArithmetic = ARITHMETIC.has(nameOf(object as Node) ?? '')
    return isArithmetic
      ? most(argumentsOf(node))
      : mostOf([kindOf(node.callee as Node), kindOf(object as Node)])
  }
  return kindOf
}

function mostOf(kinds: readonly Kind[]): Kind {
  return (['elapsed', 'reading'] as const).find((kind) => kinds.includes(kind)) ?? null
}

/** What a function returns. */
function resultsOf(node: Node): Node[] {
  const body = bodyOf(node)
  return isBlock(body) ? returnedIn(body) : [body]
}

function returnedIn(node: Node): Node[] {
  if (isFunction(node)) return []
  if (node.type === 'ReturnStatement') return node.argument ? [node.argument as Node] : []
  return childrenOf(node).flatMap(returnedIn)
}

/** A number, a name in capitals, or what is computed from them: a time less a constant is a time. */
function isConstant(node: Node): boolean {
  if (node.type === 'BinaryExpression')
    return [node.left, node.right].every((side) => isConstant(side as Node))
  return node.type === 'NumericLiteral' || /^[A-Z][A-Z\d_]*$/.test(nameOf(node) ?? '')
}
