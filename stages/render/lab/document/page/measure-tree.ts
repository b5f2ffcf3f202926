/// <reference lib="dom" />
import { selectorOf } from '../../vitals/page/observe.ts'

export interface MeasureTreeInput {
  /** Maximum number of elements that are counted. */
  readonly maxElements: number
  /** Milliseconds for the whole count. */
  readonly timeMs: number
}

/** The size of the element tree; see `LabDocument`. */
export interface MeasuredTree {
  readonly elements: number
  readonly isCutOff: boolean
  readonly depth: number
  readonly deepest: string | null
  readonly mostChildren: number
  readonly mostChildrenOf: string | null
}

/**
 * Runs in the page. The size of the body with its open shadow roots. Calls methods and getters of prototypes, because names of elements
 * can hide those of documents and forms.
 */
function measureTreeInPage({ maxElements, timeMs }: MeasureTreeInput): MeasuredTree {
  const until = performance.now() + timeMs
  const body: Element | null = Reflect.get(Document.prototype, 'body', document)
  const pending: { readonly root: Node; readonly depth: number }[] = body ? [{ root: body, depth: 1 }] : []
  let elements = 0
  let isCutOff = false
  let deepest: { readonly depth: number; readonly element: Element | null } = { depth: 0, element: null }
  let widest: { readonly children: number; readonly element: Element | null } = { children: 0, element: null }

  const add = (element: Element, depth: number) => {
    elements++
    if (depth > deepest.depth) deepest = { depth, element }
    const children: number = Reflect.get(Element.prototype, 'childElementCount', element)
    if (children > widest.children) widest = { children, element }
    const shadow: ShadowRoot | null = Reflect.get(Element.prototype, 'shadowRoot', element)
    if (shadow !== null) pending.push({ root: shadow, depth })
  }
  for (let next = pending.pop(); next !== undefined && !isCutOff; next = pending.pop()) {
    const { root, depth } = next
    for (const [element, below] of elementsOf(root)) {
      isCutOff = elements >= maxElements || performance.now() > until
      if (isCutOff) break
      add(element, depth + below)
    }
  }
  const { depth, element } = deepest
  return {
    ...{ elements, isCutOff, depth, deepest: safeSelectorOf(element) },
    ...{ mostChildren: widest.children, mostChildrenOf: safeSelectorOf(widest.element) },
  }
}

/** The elements of a tree in document order, its root included when it is an element, each with its distance from the root. */
function* elementsOf(root: Node): Generator<readonly [element: Element, below: number]> {
  const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT)
  let below = 0
  if (root instanceof Element) yield [root, below]
  while (true) {
    if (walker.firstChild() !== null) below++
    else
      while (walker.nextSibling() === null) {
        if (walker.parentNode() === null) return
        below--
      }
    yield [walker.currentNode as Element, below]
  }
}

/** Null where names of its fields hide properties of a form. */
function safeSelectorOf(element: Element | null): string | null {
  try {
    return selectorOf(element)
  } catch {
    return null
  }
}

export const measureTree = {
  main: measureTreeInPage,
  uses: [elementsOf, safeSelectorOf, selectorOf],
}
