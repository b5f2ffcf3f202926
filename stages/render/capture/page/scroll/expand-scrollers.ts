/// <reference lib="dom" />
import { forceStyles, hasInlineStyle } from '../dom.ts'

/** The scroller of an app shell: the document is one viewport tall, and an element of about half its size scrolls. Null without one. */
export function innerScroller(): Element | null {
  const hidden = (element: Element) => element.scrollHeight - element.clientHeight
  const root = document.scrollingElement ?? document.documentElement
  if (hidden(root) > innerHeight / 10) return null
  const candidates = Array.from(document.querySelectorAll('body, body *')).filter(
    (element) =>
      hidden(element) > innerHeight / 10 &&
      element.clientWidth * element.clientHeight > innerWidth * innerHeight * 0.4 &&
      /auto|scroll|overlay/.test(getComputedStyle(element).overflowY),
  )
  return candidates.sort((a, b) => hidden(b) - hidden(a))[0] ?? null
}

/** Makes the scroller as tall as its content, and its ancestors taller by the same amount. Its children keep their height. */
export function expandScroller(scroller: Element): void {
  const more = scroller.scrollHeight - scroller.clientHeight
  const chain: Element[] = []
  for (let at: Element | null = scroller; at !== null; at = composedParent(at)) chain.push(at)
  // Read before the first is set: their heights depend on each other.
  const heights = chain.map((element) => Number.parseFloat(getComputedStyle(element).height))
  const inside = Array.from(
    scroller.children,
    (child) => [child, child.getBoundingClientRect().height] as const,
  )
  // A fixed element does not make its ancestors taller.
  let least = 0
  for (const [index, element] of chain.entries()) {
    const height = Math.max(least, (heights[index] ?? Number.NaN) + more)
    if (Number.isNaN(height)) continue
    setHeight(element, height)
    if (getComputedStyle(element).position === 'fixed') least = element.getBoundingClientRect().bottom
  }
  for (const [child, height] of inside) {
    if (child.getBoundingClientRect().height > height + 1) setHeight(child, height)
  }
}

/**
 * Expands fixed containers whose content a script moves while the page scrolls: they cover the viewport, clip their content, and their
 * content is as tall as the page.
 */
export function expandFixedContainers(): void {
  const root = document.scrollingElement ?? document.documentElement
  for (const element of document.querySelectorAll('body *')) {
    const { scrollHeight, clientHeight, clientWidth } = element
    const cuts = scrollHeight > clientHeight + innerHeight / 10 && clientWidth >= root.clientWidth * 0.9
    if (!cuts || Math.abs(scrollHeight - root.scrollHeight) > innerHeight / 2) continue
    const { position, overflowY } = getComputedStyle(element)
    if (position === 'fixed' && /hidden|clip/.test(overflowY)) setHeight(element, scrollHeight)
  }
}

function setHeight(element: Element, height: number): void {
  if (!(element instanceof HTMLElement && hasInlineStyle(element))) return
  const sized = { 'min-height': '0', 'max-height': 'none', 'flex-shrink': '0', height: `${height}px` }
  forceStyles(element, { transition: 'none', ...sized })
}

/** The parent in the flat tree: the slot, the parent element, or the host of a shadow root. */
export function composedParent(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (element.parentElement !== null) return element.parentElement
  // Shadow roots of other documents have another class.
  const root = element.getRootNode()
  return 'host' in root ? (root as ShadowRoot).host : null
}

/** All functions that `innerScroller`, `expandScroller` and `expandFixedContainers` need in the page. */
export const expandScrollersUses = [
  innerScroller,
  expandScroller,
  expandFixedContainers,
  setHeight,
  hasInlineStyle,
  forceStyles,
  composedParent,
]
