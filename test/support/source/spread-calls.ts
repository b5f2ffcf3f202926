import { childrenOf, type Node, nodesBelow, parse } from '#infra/tools/syntax-tree.ts'

/** Calls whose number of arguments may be that of a list, by the name of the function. */
const VARIADIC = /^(?:push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint)$/
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|.*Method|Constructor)$/

/**
 * Calls in functions of a module that spread a list into the arguments of a function of any number of arguments. Arguments
 * lie on the stack of calls: some hundred thousand overflow it (RangeError).
 */
export function spreadCalls(source: string): string[] {
  const tree = parse(source)
  const inFunctions = tree.statements.flatMap((statement) => functionsIn(statement))
  const calls = inFunctions.flatMap((one) => [...nodesBelow(one)]).filter(isSpreadCall)
  return [...new Set(calls.map((call) => tree.textOf(call)))]
}

/** The outermost functions in a node: what else runs once, while the module loads. */
function functionsIn(node: Node): Node[] {
  return FUNCTION.test(node.type) ? [node] : childrenOf(node).flatMap(functionsIn)
}

function isSpreadCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee, arguments: given } = node as unknown as Call
  return VARIADIC.test(callee.property?.value ?? '') && given.some(({ spread }) => spread)
}

interface Call {
  readonly callee: { readonly property?: { readonly value?: string } }
  readonly arguments: readonly { readonly spread: unknown }[]
}
