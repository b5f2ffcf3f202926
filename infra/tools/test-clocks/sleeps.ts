import { childrenOf, type Node } from '../syntax-tree.ts'
import { argumentsOf, bodyOf, isBlock, isFunction, type Module, nameOf, parametersOf } from './module.ts'
import { isLoop, isPoll } from './polls.ts'

/** What a request handler of a test's server, or a fake of one, is given to answer with. */
const ANSWERS = new Set(['response', 'res'])
/** Options of the servers of tests that take what is done before an answer. */
const BEFORE_ANSWER = new Set(['before'])

/**
 * The places of a test module that wait for a fixed time. A wait in a loop that polls is none, and neither is the delay of
 * a server that the test simulates (in a request handler, or in what stands at the path of a page, `'/slow': …`), and a
 * wait that a signal ends.
 */
export function sleepsIn(module: Module): Node[] {
  const sleeps = timerNames(module)
  return module.nodes
    .filter((node) => isSleep(node, sleeps))
    .filter((node) => !isPolling(module, node) && !isAnswering(module, node))
}

/** The names that `setTimeout` of `node:timers/promises` has in the module. */
function timerNames({ nodes }: Module): ReadonlySet<string | null> {
  const named = nodes.flatMap((node) => [...importedBy(node), ...takenBy(node)])
  return new Set(named.filter(([name]) => nameOf(name) === 'setTimeout').map(([, local]) => nameOf(local)))
}

type Named = [name: Node, local: Node]

const isTimers = (node: Node): boolean => /^(?:node:)?timers\/promises$/.test(nameOf(node) ?? '')

function importedBy({ type, source, specifiers }: Node): Named[] {
  if (type !== 'ImportDeclaration' || !isTimers(source as Node)) return []
  return (specifiers as Node[]).map(({ imported, local }) => [(imported ?? local) as Node, local as Node])
}

/** `const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises')`. */
function takenBy({ type, id, init }: Node): Named[] {
  const pattern = id as Node | undefined
  if (type !== 'VariableDeclarator' || pattern?.type !== 'ObjectPattern') return []
  if ((init as Node | null)?.type !== 'CallExpression' || !argumentsOf(init as Node).some(isTimers)) return []
  const properties = pattern.properties as Node[]
  return properties.map(({ key, value }) => [key as Node, (value ?? key) as Node])
}

function isSleep(node: Node, sleeps: ReadonlySet<string | null>): boolean {
  if (!/^(?:Call|New)Expression$/.test(node.type)) return false
  const name = nameOf(node.callee as Node)
  const [first, , options] = argumentsOf(node)
  if (node.type === 'NewExpression') return name === 'Promise' && onlyWaits(first)
  return sleeps.has(name) && takesTime(first) && !(options && names(options, 'signal'))
}

/** Without a time, a timer is but a turn of the event loop. */
function takesTime(ms: Node | undefined): boolean {
  return ms !== undefined && !(ms.type === 'NumericLiteral' && ms.value === 0)
}

/** Whether a promise is resolved by a timer and by nothing else: `(resolve) => setTimeout(resolve, 50)`. */
function onlyWaits(executor: Node | undefined): boolean {
  if (executor === undefined || !isFunction(executor)) return false
  const [resolve] = parametersOf(executor).map(nameOf)
  const call = onlyExpression(bodyOf(executor))
  if (!resolve || call?.type !== 'CallExpression' || nameOf(call.callee as Node) !== 'setTimeout')
    return false
  const [callback, ms] = argumentsOf(call)
  return callback !== undefined && names(callback, resolve) && takesTime(ms)
}

/** The expression that a body is, or its only statement. */
function onlyExpression(body: Node): Node | undefined {
  const statements = childrenOf(body)
  if (!isBlock(body)) return body
  return statements.length === 1 ? (statements[0]?.expression as Node | undefined) : undefined
}

function names(node: Node, name: string): boolean {
  return nameOf(node) === name || childrenOf(node).some((child) => names(child, name))
}

function isPolling(module: Module, node: Node): boolean {
  const around = module.around(node)
  const inFunction = around.slice(0, around.findIndex(isFunction) >>> 0)
  return inFunction.some((one) => isLoop(one) && isPoll(one))
}

function isAnswering(module: Module, node: Node): boolean {
  const functions = module.around(node).filter(isFunction)
  return functions.some((one) => takesAnswer(one) || isRoute(one, module.parentOf(one)))
}

function takesAnswer(node: Node): boolean {
  return parametersOf(node).some((parameter) => ANSWERS.has(nameOf(parameter) ?? ''))
}

/** Whether a function stands at the path of a page, or at an option for what comes before an answer. */
function isRoute(node: Node, parent: Node | undefined): boolean {
  const key = (node.type === 'MethodProperty' ? node.key : (parent?.key ?? parent?.id)) as Node | undefined
  const name = key === undefined ? null : nameOf(key)
  return name !== null && (name.startsWith('/') || BEFORE_ANSWER.has(name))
}
