import { childrenOf, type Node } from '../syntax-tree.ts'
import { isClock, isFunction } from './module.ts'

const LOOP = /^(?:While|DoWhile|For|ForOf|ForIn)Statement$/
const EXIT = /^(?:Break|Return|Throw)Statement$/
const COMPARISON = /^[<>]=?$/

export const isLoop = ({ type }: Node): boolean => LOOP.test(type)

/**
 * Whether a loop waits for a condition: its head reads something besides a clock and a counter, or something in its body
 * ends it. A loop that only counts, or runs until a time, is a sleep in pieces.
 */
export function isPoll(loop: Node): boolean {
  const test = loop.test as Node | null | undefined
  return (test ? reads(test, isCount(loop)) : false) || exits(loop.body as Node)
}

/** A `for` whose update counts: its condition compares the counter. */
function isCount({ update }: Node): boolean {
  const { type, operator } = (update ?? {}) as Partial<Node>
  return type === 'UpdateExpression' || (type === 'AssignmentExpression' && operator !== '=')
}

function reads(test: Node, counts: boolean): boolean {
  const isComparison = test.type === 'BinaryExpression' && COMPARISON.test(String(test.operator))
  if (isComparison && (counts || holdsClock(test))) return false
  if (test.type === 'BinaryExpression' && /&&|\|\|/.test(String(test.operator)))
    return reads(test.left as Node, counts) || reads(test.right as Node, counts)
  return test.type !== 'BooleanLiteral'
}

function holdsClock(node: Node): boolean {
  return isClock(node) || childrenOf(node).some(holdsClock)
}

/** Whether a statement leaves the loop, or the function that the loop is in. */
function exits(node: Node): boolean {
  if (EXIT.test(node.type)) return true
  return !isFunction(node) && childrenOf(node).some(exits)
}
