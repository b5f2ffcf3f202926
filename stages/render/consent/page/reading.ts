/// <reference lib="dom" />

/** The visible text, including open shadow trees. */
export function textOf(root: Element): string {
  if (/^(style|script|template|noscript)$/i.test(root.tagName) || !isShown(root)) return ''
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
  const own = root instanceof HTMLElement ? root.innerText : (root.textContent ?? '')
  const trees = [root, ...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  return [own, ...trees.flatMap(treeTexts)].join(' ').trim()
}

function treeTexts(tree: ShadowRoot): string[] {
  return [...tree.childNodes].map((node) => {
    if (node instanceof Element) return textOf(node)
    return node instanceof Text ? node.data : ''
  })
}

/** All matching descendants, including those in open shadow trees. */
export function deep(root: Element | ShadowRoot, selector: string): Element[] {
  const hosts = [...root.querySelectorAll('*')]
  if (root instanceof Element) hosts.push(root)
  const inner = hosts.flatMap(({ shadowRoot }) => (shadowRoot ? deep(shadowRoot, selector) : []))
  return [...root.querySelectorAll(selector), ...inner]
}

/** Whether the element is rendered and visible; of one without a box of its own, whether what holds it is. */
export function isShown(element: Element): boolean {
  if (element.checkVisibility({ visibilityProperty: true })) return true
  const parent = element.assignedSlot ?? composedParent(element)
  return parent !== null && getComputedStyle(element).display === 'contents' && isShown(parent)
}

/** The parent element; of the top element of a shadow tree, its host. */
export function composedParent(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** The source of this file, for an isolated world. */
export const readingScript = [textOf, treeTexts, deep, isShown, composedParent].map(String)
