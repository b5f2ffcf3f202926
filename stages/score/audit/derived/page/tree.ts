import { type Element, isTag } from 'domhandler'
import { elementsBelow, isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** The parent element; null for the root element. */
export function parentOf(element: Element): Element | null {
  const { parent } = element
  return parent !== null && isTag(parent) ? parent : null
}

/** The ancestors of an element, nearest first. */
export function* ancestorsOf(element: Element): Generator<Element> {
  for (let node = parentOf(element); node !== null; node = parentOf(node)) yield node
}

/** The nearest ancestor that passes the test; null without one. */
export function closest(element: Element, test: (ancestor: Element) => boolean): Element | null {
  for (const ancestor of ancestorsOf(element)) if (test(ancestor)) return ancestor
  return null
}

/** The child elements. */
export function childElements(element: Element): Element[] {
  return element.children.filter(isTag)
}

/**
 * Adds an element and its ancestors to a set, up to the first that is in it already. Many calls together visit
 * each element once.
 */
export function markUpwards(marked: Set<Element>, from: Element | null): void {
  for (let node = from; node !== null && !marked.has(node); node = parentOf(node)) marked.add(node)
}

/** Returns a function that finds the nearest ancestor in a set. Many calls together visit each element once. */
export function nearestIn(targets: ReadonlySet<Element>): (element: Element) => Element | null {
  const known = new Map<Element, Element | null>()
  return (element) => {
    const unknown: Element[] = []
    for (let node: Element | null = element; node !== null && !known.has(node); node = parentOf(node))
      unknown.push(node)
    for (const node of unknown.reverse()) {
      const parent = parentOf(node)
      known.set(node, parent !== null && targets.has(parent) ? parent : parentsFinding(parent))
    }
    return parentsFinding(element)
  }

  function parentsFinding(element: Element | null): Element | null {
    return element === null ? null : (known.get(element) ?? null)
  }
}

/** Size of the tree below the body. */
export interface TreeShape {
  readonly elements: number
  /** Elements on the path from the body, included, to the deepest element. */
  readonly depth: number
  readonly deepest: Element | null
  /** Largest number of children of one element. */
  readonly width: number
  readonly widest: Element | null
}

/** Elements whose children are data: rows of a table, and options, which are shown one at a time. */
const ofData = new Set(['table', 'tbody', 'select', 'optgroup', 'datalist'])

/** Number of elements below `body`, depth (`body` is 1) and most children of one element, with the first element that has the most. */
export const treeShape = memoize(({ body }: PageDocument): TreeShape => {
  let shape: TreeShape = { elements: 0, depth: 0, deepest: null, width: 0, widest: null }
  if (body === null) return shape
  const depths = new Map<unknown, number>([[body, 1]])
  const widths = new Map<Element, number>()
  let elements = 0
  for (const element of elementsBelow(body)) {
    const parent = element.parent as Element
    const depth = (depths.get(parent) ?? 0) + 1
    const width = (widths.get(parent) ?? 0) + 1
    depths.set(element, depth)
    widths.set(parent, width)
    elements += 1
    if (depth > shape.depth) shape = { ...shape, depth, deepest: element }
    if (width > shape.width && !ofData.has(parent.name) && isHtml(parent))
      shape = { ...shape, width, widest: parent }
  }
  return { ...shape, elements }
})
