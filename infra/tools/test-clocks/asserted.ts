import type { Node } from '../syntax-tree.ts'
import { type Kind, makeKindOf } from './measured.ts'
import { argumentsOf, type Module, nameOf } from './module.ts'

/**
 * The assertions of a test module on how much time of this machine went by. That a time lies between two times that the
 * test reads, one before and one after, is true on any machine: it is not one of them.
 */
export function assertedIn(module: Module): Node[] {
  const kindOf = makeKindOf(module)
  const kindsOf = (call: Node) => argumentsOf(call).map(kindOf)
  const isMeasured = (expectation: Node) => {
    const calls = [expectation, ...chainOf(module, expectation)]
    return kindsOf(expectation).includes('reading') || calls.some((call) => comparesTime(call, kindsOf(call)))
  }
  return module.nodes.filter((node) => isExpectation(node) && isMeasured(node))
}

/** `expect(…)`, or a function of `assert`. */
function isExpectation({ type, callee }: Node): boolean {
  const { object = callee } = (callee ?? {}) as { object?: Node }
  return type === 'CallExpression' && /^(?:expect|assert)$/.test(nameOf(object as Node) ?? '')
}

/** The calls of the chain that an expectation begins. */
function chainOf(module: Module, expectation: Node): Node[] {
  const around = module.around(expectation)
  const end = around.findIndex(({ type }) => !/^(?:Member|Call)Expression$/.test(type))
  return around.slice(0, end).filter(({ type }) => type === 'CallExpression')
}

/** "Close to now" is a distance from now. */
function comparesTime({ callee }: Node, kinds: readonly Kind[]): boolean {
  const name = nameOf((callee as { property?: Node }).property ?? (callee as Node))
  return kinds.includes('elapsed') || (name === 'closeTo' && kinds.includes('reading'))
}
