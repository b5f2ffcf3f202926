import type { Node } from '../syntax-tree.ts'
import { argumentsOf, isFunction, type Module, nameOf, parametersOf } from './module.ts'
import { partsOf } from './patterns.ts'

/** What the names of a module stand for, as far as its source shows. */
export interface Bindings {
  /** The values that the variable may have: what is assigned to it, or added to the list that it is. */
  valuesOf(variable: Node): readonly Node[]
  /** The values at a key of any object of the module. */
  valuesAt(key: string): readonly Node[]
}

/** A function; null for the module itself. Two blocks of a function that use a name for two things are taken together. */
type Scope = Node | null
type Values = Map<string, Node[]>

interface Declaration {
  readonly scope: Scope
  readonly pattern: Node
  readonly value: Node | undefined
}

/** Reads the variables and keys of a module. */
export function bindingsOf(module: Module): Bindings {
  const scopes = new Map<Scope, Values>()
  const keys: Values = new Map()

  function declare({ scope, pattern, value }: Declaration): void {
    const name = nameOf(pattern)
    if (name === null)
      for (const [inner, of] of partsOf(pattern, value)) declare({ scope, pattern: inner, value: of })
    else put(scopes.get(scope) ?? added(scope), name, value)
  }

  function added(scope: Scope): Values {
    const values: Values = new Map()
    scopes.set(scope, values)
    return values
  }

  function valuesOf(variable: Node): Node[] {
    const around: Scope[] = [...module.around(variable).filter(isFunction), null]
    const name = nameOf(variable) ?? ''
    const declaring = around.find((scope) => scopes.get(scope)?.has(name))
    return (declaring !== undefined && scopes.get(declaring)?.get(name)) || []
  }

  for (const node of module.nodes) declarations(module, node).forEach(declare)
  for (const node of module.nodes) {
    for (const [variable, value] of additions(node)) valuesOf(variable).push(value)
    for (const [key, value] of entries(node)) put(keys, key, value)
  }
  return { valuesOf, valuesAt: (key) => keys.get(key) ?? [] }
}

function declarations(module: Module, node: Node): Declaration[] {
  const scope = () => module.around(node).find(isFunction) ?? null
  if (node.type === 'VariableDeclarator')
    return [{ scope: scope(), pattern: node.id as Node, value: initialValue(module, node) }]
  if (!isFunction(node)) return []
  const list = listOf(module.parentOf(node))
  const parameters = parametersOf(node).map((pattern) => ({ scope: node, pattern, value: list }))
  const isNamed = node.type === 'FunctionDeclaration'
  return [
    ...(isNamed ? [{ scope: scope(), pattern: node.identifier as Node, value: node }] : []),
    ...parameters,
  ]
}

function put(values: Values, name: string, value: Node | undefined): void {
  values.set(name, [...(values.get(name) ?? []), ...(value ? [value] : [])])
}

/** The value that a variable is declared with; in the head of a loop, the list that it runs through. */
function initialValue(module: Module, declarator: Node): Node | undefined {
  const loop = module.parentOf(module.parentOf(declarator) ?? declarator)
  const list = loop?.type === 'ForOfStatement' ? loop.right : null
  return (declarator.init ?? list ?? undefined) as Node | undefined
}

/** The list whose items a callback is given: `list.map((item) => …)`. */
function listOf(call: Node | undefined): Node | undefined {
  const { type, callee } = (call ?? {}) as Partial<Node>
  const { object } = (type === 'CallExpression' ? callee : {}) as { object?: Node }
  return object
}

/** What a node gives to variables. */
function additions(node: Node): [variable: Node, value: Node][] {
  return given(node).flatMap(([target, value]) => (target.type === 'Identifier' ? [[target, value]] : []))
}

/** What a node puts at keys of objects. */
function entries(node: Node): [key: string, value: Node][] {
  if (node.type === 'ObjectExpression')
    return (node.properties as Node[]).flatMap((one) => (one.type === 'Identifier' ? [named(one, one)] : []))
  if (/^(?:KeyValue|Class)Property$/.test(node.type) && node.value)
    return [named(node.key as Node, node.value as Node)]
  return given(node).flatMap(([target, value]) =>
    target.type === 'MemberExpression' ? [named(target.property as Node, value)] : [],
  )
}

function named(key: Node, value: Node): [string, Node] {
  return [nameOf(key) ?? '', value]
}

/** What a node assigns, or adds to a list. */
function given(node: Node): [target: Node, value: Node][] {
  if (node.type === 'AssignmentExpression') return [[node.left as Node, node.right as Node]]
  const { object, property } = (node.type === 'CallExpression' ? node.callee : {}) as {
    object?: Node
    property?: Node
  }
  const isAdded = object && property && /^(?:push|unshift|add)$/.test(nameOf(property) ?? '')
  return isAdded ? argumentsOf(node).map((value) => [object, value]) : []
}
