import type { Node } from '../syntax-tree.ts'
import { isFunction, type Module, nameOf } from './module.ts'

/** Calls that put a clock of the test in the place of the machine's. */
const DRIVES = /^(?:(?:drive|flowing)Clock(?:InEachTest)?|timers\.enable)$/
const HOOK = /^before(?:Each)?$/

/**
 * Tells whether time passes at a place only when the test says so: the clock is driven by a function around it, or by a
 * hook that runs before.
 */
export function makeIsDriven(module: Module): (node: Node) => boolean {
  const driving = new Set(module.nodes.filter(drives).flatMap((call) => reach(module, call)))
  return (node) => [...module.around(node).filter(isFunction), null].some((scope) => driving.has(scope))
}

function drives({ type, callee }: Node): boolean {
  if (type !== 'CallExpression') return false
  const { object, property } = callee as { object?: Node; property?: Node }
  const owner = object?.type === 'MemberExpression' ? (object.property as Node) : object
  const name = owner && property ? `${nameOf(owner)}.${nameOf(property)}` : nameOf(callee as Node)
  return DRIVES.test(name ?? '')
}

const hookName = ({ callee }: Node): string => (callee ? (nameOf(callee as Node) ?? '') : '')

/** The function that a call is in; where that is a hook, the one that the hook is in, too. Null is the module. */
function reach(module: Module, call: Node): (Node | null)[] {
  const around = module.around(call)
  const functions: (Node | null)[] = [...around.filter(isFunction), null]
  const [inner = null] = functions
  const hook = inner && module.parentOf(inner)
  return hook && HOOK.test(hookName(hook)) ? functions.slice(0, 2) : [inner]
}
