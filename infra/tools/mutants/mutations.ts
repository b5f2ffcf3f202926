import { type Node, nodesBelow, parse } from '../syntax-tree.ts'

/** A change of one place in a source text: the characters from `start` to `end` become `replacement`. */
export interface Mutation {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '++': ['--'],
  '--': ['++'],
}

/** What may stand in the place of a node of each type; `textOf` gives the source of a node. */
const replacements: Readonly<
  Record<string, (node: Node, textOf: (node: Node) => string) => readonly string[]>
> = {
  ExpressionStatement: () => [';'],
  ReturnStatement: () => [';'],
  ThrowStatement: () => [';'],
  NumericLiteral: ({ value }) => changedNumbers(Number(value)),
  BooleanLiteral: ({ value }) => [String(!value)],
  AwaitExpression: ({ argument }, textOf) => [textOf(argument as Node)],
  UnaryExpression: ({ operator, argument }, textOf) => (operator === '!' ? [textOf(argument as Node)] : []),
}

const negatedOrConstant = (text: string) => [`!(${text})`, 'true', 'false']
/** What may stand in the place of the `test` of a node. A loop whose condition is always true only hangs. */
const conditions: Readonly<Record<string, (text: string) => readonly string[]>> = {
  IfStatement: negatedOrConstant,
  ConditionalExpression: negatedOrConstant,
  WhileStatement: () => ['false'],
  DoWhileStatement: () => ['false'],
  ForStatement: () => ['false'],
}

const withOperator: ReadonlySet<string> = new Set([
  'BinaryExpression',
  'AssignmentExpression',
  'UpdateExpression',
])
const texts: ReadonlySet<unknown> = new Set(['StringLiteral', 'TemplateLiteral'])

/**
 * Every mutation of a TypeScript module, in the order of the text: operators exchanged, conditions negated or made
 * constant, numbers and booleans changed, statements and awaits removed. Strings, types and imports stay. Throws when the
 * source cannot be parsed.
 */
export function mutationsOf(source: string): Mutation[] {
  const { statements, at, textOf } = parse(source)
  const replace = (node: Node, replacement: string): Mutation => {
    return { start: at(node.span.start), end: at(node.span.end), replacement }
  }

  function exchanged(node: Node): Mutation[] {
    const others = operators[String(node.operator)] ?? []
    const start = at(operatorStart(node))
    return others.map((other) => {
      const from = source.indexOf(String(node.operator), start)
      return { start: from, end: from + String(node.operator).length, replacement: other }
    })
  }

  function mutationsAt(node: Node): Mutation[] {
    const test = node.test as Node | null | undefined
    return [
      ...(replacements[node.type]?.(node, textOf) ?? []).map((text) => replace(node, text)),
      ...(test ? (conditions[node.type]?.(textOf(test)) ?? []).map((text) => replace(test, text)) : []),
      ...(hasExchangeableOperator(node) ? exchanged(node) : []),
    ]
  }

  return statements
    .filter(({ type }) => type !== 'ImportDeclaration')
    .flatMap((node) => [...nodesBelow(node)].flatMap(mutationsAt))
    .toSorted((one, other) => one.start - other.start)
}

/** The source with one mutation. */
export function mutate(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

/** 0 and 1 are exchanged; another number becomes 0, or twice itself. */
function changedNumbers(value: number): string[] {
  if (value === 0) return ['1']
  return value === 1 ? ['0'] : ['0', String(2 * value)]
}

/** Where to look for the operator: behind the left side, or at the start of `++x`. */
function operatorStart({ left, argument, prefix, span }: Node): number {
  const operand = (left ?? (prefix ? undefined : argument)) as Node | undefined
  return operand?.span.end ?? span.start
}

/** Whether the node has an operator that can be exchanged. A `+` beside a text joins texts. */
function hasExchangeableOperator({ type, operator, left, right }: Node): boolean {
  const sides = [left, right] as (Node | undefined)[]
  return withOperator.has(type) && !(operator === '+' && sides.some((side) => texts.has(side?.type)))
}
