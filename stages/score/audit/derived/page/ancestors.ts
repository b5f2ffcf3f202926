import { type Element, isTag } from 'domhandler'

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
