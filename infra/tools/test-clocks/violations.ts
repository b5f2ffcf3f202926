import type { Node } from '../syntax-tree.ts'
import { assertedIn } from './asserted.ts'
import { makeIsDriven } from './driven.ts'
import { argumentsOf, type Module, nameOf, readModule } from './module.ts'
import { sleepsIn } from './sleeps.ts'

/** A place of a test that depends on how fast this machine is. */
export interface Violation {
  readonly line: number
  /** The title of the test; outside a test, the name of what the place is in. */
  readonly name: string
  readonly what: 'sleeps for a fixed time' | 'asserts milliseconds of this machine'
}

/** Most files have no word of it, and need not be parsed. */
const CLOCK = /timers|setTimeout|hrtime|\bnow\(/
const TEST = /^(?:it|specify|before|after|beforeEach|afterEach)$/

/**
 * Where a test module sleeps for a fixed time, or asserts milliseconds of this machine, in the order of the source. The time
 * of a clock that the test drives is none of this machine.
 */
export function violationsIn(source: string): Violation[] {
  if (!CLOCK.test(source)) return []
  const module = readModule(source)
  const isDriven = makeIsDriven(module)
  const isReal = (node: Node) => !isDriven(node)
  const as = (what: Violation['what']) => (node: Node) => {
    return { line: module.lineOf(node), name: placeOf(module, node), what }
  }
  return [
    ...sleepsIn(module).filter(isReal).map(as('sleeps for a fixed time')),
    ...assertedIn(module).filter(isReal).map(as('asserts milliseconds of this machine')),
  ].toSorted((one, other) => one.line - other.line)
}

function placeOf(module: Module, node: Node): string {
  const around = module.around(node)
  const test = around.find(
    ({ type, callee }) => type === 'CallExpression' && TEST.test(nameOf(callee as Node) ?? ''),
  )
  if (test !== undefined) return titleOf(module, test)
  const named = around.findLast(({ type }) =>
    /^(?:VariableDeclarator|(?:Function|Class)Declaration)$/.test(type),
  )
  return nameOf((named?.id ?? named?.identifier ?? node) as Node) ?? 'module'
}

/** The title as it stands in the source; a hook has none. */
function titleOf(module: Module, test: Node): string {
  const [title] = argumentsOf(test)
  if (title?.type === 'TemplateLiteral') return module.textOf(title).slice(1, -1)
  return (title && nameOf(title)) ?? nameOf(test.callee as Node) ?? ''
}
