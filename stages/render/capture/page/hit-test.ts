/// <reference lib="dom" />
import { allRoots } from './dom.ts'
import { composedParent } from './scroll/expand-scrollers.ts'

/** Calls `test` while elements that let clicks through can be found at points, too. */
export function withAllHit<T>(test: () => T): T {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  const roots = allRoots()
  for (const root of roots) root.adoptedStyleSheets.push(sheet)
  try {
    return test()
  } finally {
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** The elements at a point of the viewport from top to bottom, including those of open shadow roots. */
export function stackAt(x: number, y: number, root: Document | ShadowRoot = document): Element[] {
  const here = root.elementsFromPoint(x, y).filter((element) => element.getRootNode() === root)
  return here.flatMap((element) => [
    ...(element.shadowRoot === null ? [] : stackAt(x, y, element.shadowRoot)),
    element,
  ])
}

/** Whether `inner` is `outer`, or lies in it, in the flat tree. */
export function isWithin(inner: Element, outer: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = composedParent(at)) if (at === outer) return true
  return false
}

/** All functions that `withAllHit`, `stackAt` and `isWithin` need in the page. */
export const hitTestUses = [withAllHit, stackAt, isWithin, allRoots, composedParent]
