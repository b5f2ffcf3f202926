/// <reference lib="dom" />
import { hide, LAYER, stackAt } from './overlays.ts'
import { composedParent, deep, textOf } from './reading.ts'

/** Maximum number of veils on top of each other. */
const MOST_VEILS = 4
/** Share of the width and of the height of the viewport that a veil has at least. */
const VEIL_WIDTH = 0.8
const VEIL_HEIGHT = 0.7
/** Least opacity of a veil that can be seen. */
const VEIL_ALPHA = 0.1
/** Veils are looked for at nine points, and have to be at most of them. */
const SHARES = [0.1, 0.5, 0.9]
const MOST_TEXTS = 30
/** Maximum elements among which layers are looked for that no point hits. */
const MOST_ELEMENTS_READ = 20_000
const TEXTS = 'h1, h2, h3, p, li, a, td, label, img'
const PICTURES = 'main, article, img, video, canvas, iframe, svg, input'
const VEIL_NAME = /overlay|backdrop|veil|mask|modal|scrim|curtain|shade|dim|cookie|consent/i
const FADING = /blur\(|brightness\(|opacity\(/
const GREYING = /blur\(|brightness\(|opacity\(|grayscale\(|contrast\(|saturate\(|sepia\(/
/** Elements whose pseudo-elements were veils: `before`, `after` or both. */
const HIDDEN = 'data-veil-hidden'

/** Undoes what a banner has done to the page: locked scrolling, faded or blurred content, and veils. */
export function restoreScrolling(): void {
  for (const element of [document.documentElement, document.body]) if (element) unlockScrolling(element)
  if (document.body === null) return
  const content = contentChain()
  content.forEach(clearContent)
  content.forEach(unlockWrapper)
  for (let count = 0; count < MOST_VEILS; count++) if (!hideVeil(content)) break
}

function force({ style }: HTMLElement, name: string, value: string): void {
  style.setProperty('transition', 'none', 'important')
  style.setProperty(name, value, 'important')
}

function unlockScrolling(element: HTMLElement): void {
  const { overflowY, position, filter } = getComputedStyle(element)
  if (/hidden|clip/.test(overflowY)) unlockOverflow(element)
  if (position === 'fixed') force(element, 'position', 'static')
  if (FADING.test(filter)) force(element, 'filter', 'none')
  for (const child of element.children)
    if (child instanceof HTMLElement && getComputedStyle(child).filter.includes('blur('))
      force(child, 'filter', 'none')
}

/** Lets the root or the body show what is below the viewport. Where the root has an overflow of its own, that of the body would make it a scroller. */
function unlockOverflow(element: HTMLElement): void {
  const isInner =
    element === document.body && getComputedStyle(document.documentElement).overflowY !== 'visible'
  const isHiddenAside = getComputedStyle(element).overflowX === 'hidden'
  if (isInner && isHiddenAside) force(element, 'overflow-x', 'clip')
  force(element, 'overflow-y', isHiddenAside && !isInner ? 'auto' : 'visible')
}

/** A part of the page that has the height of the viewport and hides more of its content than the page is tall. */
function unlockWrapper(element: HTMLElement): void {
  const { overflowY, position } = getComputedStyle(element)
  const { clientHeight, scrollHeight } = element
  const pageHeight = document.documentElement.scrollHeight
  if (!/hidden|clip/.test(overflowY) || clientHeight > innerHeight || scrollHeight <= pageHeight) return
  force(element, 'overflow-y', 'visible')
  force(element, 'max-height', 'none')
  force(element, 'height', 'auto')
  if (position === 'fixed') force(element, 'position', 'static')
}

/** The elements that hold more than half of the visible text, from the root to the innermost one, and the main one of the page. */
function contentChain(): HTMLElement[] {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
  const lengthOf = (element: Element) => (element instanceof HTMLElement ? element.innerText.length : 0)
  const chain: Element[] = [document.documentElement, document.body]
  const half = lengthOf(document.body) / 2
  for (let at: Element | undefined = document.body; at !== undefined; ) {
    at = [...at.children].find((child) => lengthOf(child) > half)
    if (at !== undefined) chain.push(at)
  }
  const main = document.querySelector('main, [role="main"]')
  return [...new Set(main === null ? chain : [...chain, main])].filter((one) => one instanceof HTMLElement)
}

/** Takes filters, transparency and inertness from a part of the page, and from what stands beside it and looks the same. */
function clearContent(element: HTMLElement): void {
  const isRoot = element.matches('html, body')
  const { filter, opacity, pointerEvents } = getComputedStyle(element)
  const hasFilter = (isRoot ? FADING : GREYING).test(filter) && !/invert|hue-rotate/.test(filter)
  const isFaded = Number(opacity) < 1
  const beside = isRoot ? [] : [...(element.parentElement?.children ?? [])]
  const looksSame = (other: Element) => {
    const style = getComputedStyle(other)
    return style.filter === filter && style.opacity === opacity
  }
  const same = beside.filter((other) => Number(opacity) > 0 && looksSame(other))
  for (const one of [element, ...same].filter((other) => other instanceof HTMLElement)) {
    if (hasFilter) force(one, 'filter', 'none')
    if (isFaded) force(one, 'opacity', '1')
  }
  if (pointerEvents === 'none') force(element, 'pointer-events', 'auto')
  element.removeAttribute('inert')
}

/** Hides the first veil: an element, or a pseudo-element, that lies over the text of the page at most of nine points. */
function hideVeil(content: readonly Element[]): boolean {
  const stacks = SHARES.flatMap((x) => SHARES.map((y) => stackAt(document, x * innerWidth, y * innerHeight)))
  const count = (element: Element) => stacks.filter((stack) => stack.includes(element)).length
  const hit = [...new Set(stacks.flat())].filter((element) => 2 * count(element) > stacks.length)
  const texts = textsInView()
  for (const element of [...hit, ...unhitLayers()]) {
    if (isVeil(element, content) && liesOver(element, getComputedStyle(element), texts, content)) {
      hide(element)
      return true
    }
    const pseudo = ['before', 'after'].find((name) => isPseudoVeil(element, `::${name}`, texts, content))
    if (pseudo !== undefined) {
      hidePseudo(element, pseudo)
      return true
    }
  }
  return false
}

/** Layers that let the pointer through, so that no point hits them. */
function unhitLayers(): Element[] {
  const all = deep(document.documentElement, '*').slice(0, MOST_ELEMENTS_READ)
  return all.filter((element) => {
    const { pointerEvents, position } = getComputedStyle(element)
    return pointerEvents === 'none' && /fixed|absolute/.test(position)
  })
}

interface TextInView {
  readonly element: Element
  /** What lies at its middle, from top to bottom. */
  readonly stack: readonly Element[]
}

function textsInView(): TextInView[] {
  const texts: TextInView[] = []
  for (const element of document.querySelectorAll(TEXTS)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width === 0 || height === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    const stack = stackAt(document, x, y)
    if (stack.includes(element)) texts.push({ element, stack })
    if (texts.length === MOST_TEXTS) break
  }
  return texts
}

/**
 * Whether it lies over most texts and pictures where it is; where there are none or no point hits it, by its `z-index` and its place
 * behind the content. What is not fixed may be there to make a picture darker.
 */
function liesOver(
  layer: Element,
  style: CSSStyleDeclaration,
  texts: readonly TextInView[],
  content: readonly Element[],
): boolean {
  const isFixed = style.position === 'fixed'
  const both = texts.filter(
    ({ element, stack }) =>
      element !== layer && stack.includes(layer) && (isFixed || element.localName !== 'img'),
  )
  if (both.length === 0 || style.pointerEvents === 'none') {
    const last = content.at(-1)
    const isBehind =
      last !== undefined && (last.compareDocumentPosition(layer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return Number(style.zIndex) > 0 || (isFixed && style.zIndex === 'auto' && isBehind)
  }
  const under = both.filter(({ element, stack }) => stack.indexOf(layer) < stack.indexOf(element))
  return 2 * under.length > both.length
}

/** Whether the element is a layer of the whole page that shows nothing but a colour. */
function isVeil(element: Element, content: readonly Element[]): boolean {
  const style = getComputedStyle(element)
  const parent = composedParent(element)
  const isOfPage = parent !== null && (content.includes(parent) || Number(style.zIndex) >= LAYER)
  const isLayer = /fixed|sticky/.test(style.position) || (style.position === 'absolute' && isOfPage)
  if (!isLayer || !(element instanceof HTMLElement) || !isPlain(style, element.className + element.id))
    return false
  const { width, height } = element.getBoundingClientRect()
  return (
    width >= VEIL_WIDTH * innerWidth &&
    height >= VEIL_HEIGHT * innerHeight &&
    element.querySelector(PICTURES) === null &&
    textOf(element) === ''
  )
}

function isPseudoVeil(
  owner: Element,
  pseudo: string,
  texts: readonly TextInView[],
  content: readonly Element[],
): boolean {
  const style = getComputedStyle(owner, pseudo)
  if (/^(none|normal)$/.test(style.content) || !/fixed|absolute/.test(style.position)) return false
  const isLarge =
    Number.parseFloat(style.width) >= VEIL_WIDTH * innerWidth &&
    Number.parseFloat(style.height) >= VEIL_HEIGHT * innerHeight
  return isLarge && isPlain(style, '') && liesOver(owner, style, texts, content)
}

/** Whether it shows a colour, or blurs what is below, and no picture. A gradient may be a design unless its name says what it is for. */
function isPlain(style: CSSStyleDeclaration, name: string): boolean {
  const { backgroundImage, backgroundColor, opacity, backdropFilter } = style
  const hasGradient = backgroundImage !== 'none' && !backgroundImage.includes('url(') && VEIL_NAME.test(name)
  if (backgroundImage !== 'none' && !hasGradient) return false
  const alpha = /^rgba\(\d+, \d+, \d+, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(backgroundColor)
  const strength = Number(opacity) * (hasGradient || alpha === null ? 1 : Number(alpha[1] ?? alpha[2]))
  return strength >= VEIL_ALPHA || (backdropFilter !== 'none' && Number(opacity) > 0)
}

function hidePseudo(owner: Element, pseudo: string): void {
  owner.setAttribute(HIDDEN, `${owner.getAttribute(HIDDEN) ?? ''} ${pseudo}`.trim())
  const root = owner.getRootNode() as Document | ShadowRoot
  const selectors = [`[${HIDDEN}~="${pseudo}"]`, `:host([${HIDDEN}~="${pseudo}"])`]
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(selectors.map((one) => `${one}::${pseudo} { display: none !important }`).join('\n'))
  for (const one of [root, ...(owner.shadowRoot ? [owner.shadowRoot] : [])])
    one.adoptedStyleSheets.push(sheet)
}

/** The source of this file, for an isolated world; it needs that of `reading.ts` and `overlays.ts`. */
export const restoreScrollingScript = [
  `const MOST_VEILS = ${MOST_VEILS}, VEIL_WIDTH = ${VEIL_WIDTH}, VEIL_HEIGHT = ${VEIL_HEIGHT}`,
  `const MOST_ELEMENTS_READ = ${MOST_ELEMENTS_READ}, VEIL_ALPHA = ${VEIL_ALPHA}, MOST_TEXTS = ${MOST_TEXTS}, SHARES = ${JSON.stringify(SHARES)}`,
  `const TEXTS = ${JSON.stringify(TEXTS)}, PICTURES = ${JSON.stringify(PICTURES)}, HIDDEN = ${JSON.stringify(HIDDEN)}`,
  `const VEIL_NAME = ${VEIL_NAME}, FADING = ${FADING}, GREYING = ${GREYING}`,
  ...[
    restoreScrolling,
    force,
    unlockScrolling,
    unlockOverflow,
    unlockWrapper,
    contentChain,
    clearContent,
  ].map(String),
  ...[hideVeil, unhitLayers, textsInView, liesOver, isVeil, isPseudoVeil, isPlain, hidePseudo].map(String),
]
