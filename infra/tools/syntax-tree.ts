import { parseSync } from '@swc/core'

/** The part of a node of the syntax tree that is used. Offsets count bytes of UTF-8; some nodes have no `span`. */
export interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [field: string]: unknown
}

export interface SyntaxTree {
  readonly statements: readonly Node[]
  /** The number of characters of the source before an offset. */
  at(offset: number): number
  textOf(node: Node): string
}

/** The parser counts from the end of everything that it parsed before: this statement shows where the text begins. */
const MARK = '0;'

/** The syntax tree of a TypeScript module. Throws when the source cannot be parsed. */
export function parse(source: string): SyntaxTree {
  const bytes = Buffer.from(source)
  const { body } = parseSync(MARK + source, { syntax: 'typescript', target: 'es2024' })
  const [mark, ...statements] = body as unknown as Node[]
  const base = (mark?.span.start ?? 0) + MARK.length
  return {
    statements,
    at: (offset) => bytes.subarray(0, offset - base).toString().length,
    textOf: ({ span }) => bytes.subarray(span.start - base, span.end - base).toString(),
  }
}

/** The node and all nodes below it, without types. */
export function* nodesBelow(node: Node): Generator<Node> {
  if (isType(node)) return
  yield node
  for (const child of childrenOf(node)) yield* nodesBelow(child)
}

/** The nodes right below a node, without types. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => nodesIn(value))
    .filter((child) => !isType(child))
}

/** Some nodes stand in a wrapper without a type, as the arguments of a call do. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  return isNode(value) ? [value] : Object.values(value).flatMap(nodesIn)
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string'
}

function isType({ type }: Node): boolean {
  return /^Ts(?!As|Satisfies|NonNull|Const)/.test(type)
}
