/// <reference lib="dom" />

/** An application's shell: the document stays one viewport tall, and an element as large as half of it scrolls inside. */
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

/** Makes the scroller as tall as its content, and all that it is in as much taller. */
export function unroll(scroller: Element): void {
  const more = scroller.scrollHeight - scroller.clientHeight
  const chain: Element[] = []
  for (let at: Element | null = scroller; at !== null; at = outer(at)) chain.push(at)
  // Before the first is set: each one's height depends on the others'.
  const heights = chain.map((element) => Number.parseFloat(getComputedStyle(element).height))
  for (const [index, element] of chain.entries()) {
    const height = heights[index]
    if (!(element instanceof HTMLElement) || height === undefined || Number.isNaN(height)) continue
    element.style.setProperty('transition', 'none', 'important')
    element.style.setProperty('max-height', 'none', 'important')
    element.style.setProperty('flex-shrink', '0', 'important')
    element.style.setProperty('height', `${height + more}px`, 'important')
  }
}

/** The element around it; of a shadow root's top element its host. */
export function outer(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}
