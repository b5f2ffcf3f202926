import type { ChildNode, Document, Element, ParentNode } from 'domhandler'
import { isTag } from 'domhandler'
import { html } from 'parse5'

/** The elements of a tree by name, attribute and id. */
export interface ElementIndex {
  /** HTML and foreign elements in document order. */
  readonly ordered: readonly Element[]
  readonly all: readonly Element[]
  readonly foreign: readonly Element[]
  readonly byTag: ReadonlyMap<string, readonly Element[]>
  readonly byAttribute: ReadonlyMap<string, readonly Element[]>
  readonly byId: ReadonlyMap<string, readonly Element[]>
  /** Index of an HTML element in `all`. */
  readonly order: ReadonlyMap<Element, number>
}

/** Indexes a tree in one walk. The contents of `template` elements are no part of the page and are left out. */
export function indexElements(root: Document): ElementIndex {
  const ordered: Element[] = []
  const all: Element[] = []
  const foreign: Element[] = []
  const byTag = new Map<string, Element[]>()
  const byAttribute = new Map<string, Element[]>()
  const byId = new Map<string, Element[]>()
  const order = new Map<Element, number>()

  function file(element: Element): void {
    ordered.push(element)
    if (element.attribs.id !== undefined) put(byId, element.attribs.id, element)
    if (!isHtml(element)) {
      foreign.push(element)
      return
    }
    order.set(element, all.length)
    all.push(element)
    put(byTag, element.name, element)
    for (const name of Object.keys(element.attribs)) put(byAttribute, name, element)
  }

  for (const element of elementsBelow(root)) file(element)
  return { ordered, all, foreign, byTag, byAttribute, byId, order }
}

function put(index: Map<string, Element[]>, key: string, element: Element): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [element])
  else list.push(element)
}

/** Whether an element belongs to HTML, not to svg or math. */
export function isHtml(element: Element): boolean {
  return element.namespace === undefined || element.namespace === html.NS.HTML
}

/** Every element below a node in document order, without `template` contents. Iterative, since pages nest deep. */
export function* elementsBelow(root: ParentNode): Generator<Element> {
  let node = root.firstChild
  while (node !== null) {
    if (isTag(node)) yield node
    node = contentOf(node) ?? nextAfter(node, root)
  }
}

function contentOf(node: ChildNode): ChildNode | null {
  if (!isTag(node) || (node.name === 'template' && isHtml(node))) return null
  return node.firstChild
}

/** The next node behind this one and its descendants, below the root. */
function nextAfter(from: ChildNode, root: ParentNode): ChildNode | null {
  let node = from
  while (node.next === null) {
    if (node.parent === null || node.parent === root) return null
    node = node.parent as Element
  }
  return node.next
}
