import { type Element, isTag } from 'domhandler'
import { elementsBelow, isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** The parent element; null for the root element. */
export function parentOf(element: Element): Element | null {
  const { parent } = element
  return parent !== null && isTag(parent) ? parent : null
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

/** Tells whether an ancestor is looked for; `below` is its child on the way up from the element. */
type AncestorTest = (ancestor: Element, below: Element) => boolean

/**
 * Returns a function that finds the nearest ancestor that passes the test; null without one. It remembers what it found: many
 * calls together visit each element once, however deep the page nests.
 */
export function nearest(test: AncestorTest): (element: Element) => Element | null {
  const known = new WeakMap<Element, Element | null>()
  return (element) => {
    const passed: Element[] = []
    let below = element
    let found = known.get(below)
    while (found === undefined) {
      passed.push(below)
      const parent = parentOf(below)
      if (parent === null || test(parent, below)) found = parent
      else {
        below = parent
        found = known.get(below)
      }
    }
    for (const one of passed) known.set(one, found)
    return found
  }
}

/** Returns a function that finds the nearest ancestor in a set, as `nearest` does. */
export function nearestIn(targets: ReadonlySet<Element>): (element: Element) => Element | null {
  return nearest((ancestor) => targets.has(ancestor))
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
