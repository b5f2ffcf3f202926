import type { Document, Element, ParentNode } from 'domhandler'
import { type ParserOptions, parse } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/** Limits of what is parsed. The rest of the page is left out, and the tree reports it in `cut`. */
export interface ParseBudgets {
  /** Characters of the text. */
  readonly maxChars: number
  readonly maxElements: number
  /** Nesting depth of elements. */
  readonly maxDepth: number
  /** Milliseconds of processor time of this thread: a busy machine cuts no page. */
  readonly maxMs: number
}

export const defaultBudgets: ParseBudgets = {
  maxChars: 10_485_760,
  maxElements: 150_000,
  maxDepth: 1_000,
  maxMs: 3_000,
}

export type Cut = 'bytes' | 'elements' | 'depth' | 'time'

export interface ParsedTree {
  readonly root: Document
  readonly cut: Cut | null
  readonly quirks: 'no-quirks' | 'quirks' | 'limited-quirks'
}

/** Thrown to end a parse; the tree built so far is used. */
class BudgetReached extends Error {
  readonly cut: Cut
  constructor(cut: Cut) {
    super(cut)
    this.cut = cut
  }
}

/** Number of elements between two checks of the time limit. */
const CHECK_INTERVAL = 512

/**
 * Parses as section 13.2 of the HTML Standard says; `scripting` decides what `noscript` holds. Stays within the
 * budgets for any text.
 */
export function parseTree(text: string, scripting: boolean, budgets: ParseBudgets): ParsedTree {
  const bounded = boundedAdapter(budgets)
  const options: ParserOptions<Htmlparser2TreeAdapterMap> = {
    treeAdapter: bounded.adapter,
    scriptingEnabled: scripting,
    sourceCodeLocationInfo: true,
  }
  const cut = readUntilEnough(text.slice(0, budgets.maxChars), options)
  const root = bounded.root()
  const isLonger = text.length > budgets.maxChars
  return { root, cut: cut ?? (isLonger ? 'bytes' : null), quirks: root['x-mode'] ?? 'no-quirks' }
}

function readUntilEnough(text: string, options: ParserOptions<Htmlparser2TreeAdapterMap>): Cut | null {
  try {
    parse(text, options)
    return null
  } catch (error) {
    if (error instanceof BudgetReached) return error.cut
    throw error
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A tree adapter that enforces the budgets. It keeps the document, since an aborted parse returns nothing. */
function boundedAdapter(budgets: ParseBudgets) {
  const depths = new WeakMap<ParentNode, number>()
  const until = threadMs() + budgets.maxMs
  let root: Document | null = null
  let elements = 0

  function count(): void {
    elements += 1
    if (elements > budgets.maxElements) throw new BudgetReached('elements')
    if (elements % CHECK_INTERVAL === 0 && threadMs() > until) throw new BudgetReached('time')
  }

  function deepen(parent: ParentNode, child: unknown): void {
    const depth = (depths.get(parent) ?? 0) + 1
    if (depth > budgets.maxDepth) throw new BudgetReached('depth')
    depths.set(child as Element, depth)
  }

  const own: typeof adapter = {
    ...adapter,
    createDocument() {
      const document = adapter.createDocument()
      root ??= document
      return document
    },
    createElement(...element) {
      count()
      return adapter.createElement(...element)
    },
    appendChild(parent, child) {
      deepen(parent, child)
      adapter.appendChild(parent, child)
    },
    insertBefore(parent, child, before) {
      deepen(parent, child)
      adapter.insertBefore(parent, child, before)
    },
  }
  return { adapter: own, root: () => root ?? adapter.createDocument() }
}
