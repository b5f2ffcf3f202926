/// <reference lib="dom" />
import { allRoots, forceStyles, hasInlineStyle, untilPainted } from './dom.ts'

/**
 * Chromium paints fixed backgrounds only in the first viewport of a capture beyond the viewport. So fixed background images scroll with
 * their elements, and fixed elements behind the whole content become as tall as the page.
 */
export function spreadBackgrounds(root: Document | ShadowRoot = document): void {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const sheet = new CSSStyleSheet()
  // Reading the style of each pseudo-element would take ten times as long as reading those of the elements.
  const pseudo = ['::before, ::after { background-attachment: scroll !important }']
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    spreadElement(element, scrollHeight)
    if (element.shadowRoot !== null) spreadBackgrounds(element.shadowRoot)
    if (element === document.documentElement || element === document.body) {
      pseudo.push(...stretchedPseudo(element, scrollHeight))
    }
  }
  sheet.replaceSync(pseudo.join('\n'))
  root.adoptedStyleSheets.push(sheet)
}

function spreadElement(element: HTMLElement, height: number): void {
  // Elements of plain XML have no `style`, and a form field named `style` hides that of its form.
  if (!(element.style instanceof CSSStyleDeclaration)) return
  const style = getComputedStyle(element)
  if (style.backgroundAttachment.includes('fixed')) scrollBackground(element, style)
  if (isBackdrop(style)) stretch(element, height)
}

function scrollBackground({ style }: HTMLElement, { backgroundAttachment }: CSSStyleDeclaration): void {
  style.setProperty('background-attachment', backgroundAttachment.replaceAll('fixed', 'scroll'), 'important')
}

/** Whether it is fixed behind the content, and as large as the viewport. */
function isBackdrop({ position, zIndex, width, height }: CSSStyleDeclaration): boolean {
  if (position !== 'fixed' || !(Number(zIndex) < 0)) return false
  const root = document.documentElement
  return Number.parseFloat(width) >= root.clientWidth && Number.parseFloat(height) >= root.clientHeight
}

function stretch({ style }: HTMLElement, height: number): void {
  style.setProperty('transition', 'none', 'important')
  style.setProperty('height', `${height}px`, 'important')
  style.setProperty('bottom', 'auto', 'important')
}

function stretchedPseudo(element: Element, height: number): string[] {
  return ['::before', '::after']
    .filter((pseudo) => isBackdrop(getComputedStyle(element, pseudo)))
    .map(
      (pseudo) =>
        `${element.localName}${pseudo} { transition: none !important; height: ${height}px !important; bottom: auto !important }`,
    )
}

/** All functions that `spreadBackgrounds` needs in the page. */
export const spreadBackgroundsUses = [
  spreadBackgrounds,
  spreadElement,
  scrollBackground,
  isBackdrop,
  stretch,
  stretchedPseudo,
]

/**
 * Moves elements that stick to the bottom of the viewport to the end of a page of `height` CSS pixels, where they cover no more of the
 * content than for a reader who has scrolled there. Elements that are hidden below the viewport go below the page. Call it with the
 * page scrolled to its top.
 */
export function moveBottomFixed(height: number): void {
  const scroller = document.scrollingElement ?? document.documentElement
  const offset = height - scroller.clientHeight
  const candidates = offset > 0 ? bottomPinned(scroller.clientHeight) : []
  if (candidates.length === 0) return
  for (const element of unmovedByScroll(candidates, scroller)) moveDown(element, offset)
}

function bottomPinned(viewHeight: number): HTMLElement[] {
  const all = allRoots().flatMap((root) => Array.from(root.querySelectorAll('*')).filter(hasInlineStyle))
  return all.filter(
    (element) => /fixed|sticky/.test(getComputedStyle(element).position) && isAtBottom(element, viewHeight),
  )
}

/** The elements that do not move when the page scrolls. Leaves the page at its top. */
function unmovedByScroll(elements: readonly HTMLElement[], scroller: Element): HTMLElement[] {
  const tops = () => elements.map((element) => element.getBoundingClientRect().top)
  const before = tops()
  scroller.scrollTo({ top: 1, behavior: 'instant' })
  const after = tops()
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  return elements.filter((_, index) => before[index] === after[index])
}

/** Whether the element is much nearer to the bottom of the viewport than to its top, or below the viewport. */
function isAtBottom(element: Element, viewHeight: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && 2 * Math.max(0, viewHeight - bottom) < top
}

function moveDown(element: HTMLElement, offset: number): void {
  const isSticky = getComputedStyle(element).position === 'sticky'
  forceStyles(element, { transition: 'none' })
  if (isSticky) forceStyles(element, { inset: 'auto', position: 'relative' })
  else positionAbsolutely(element, offset)
}

/** Positions the element in the document: Chromium paints no fixed element far below the viewport. */
function positionAbsolutely(element: HTMLElement, offset: number): void {
  const { width, height } = getComputedStyle(element)
  const before = element.getBoundingClientRect()
  const size = {
    width,
    'min-width': '0',
    'max-width': 'none',
    height,
    'min-height': '0',
    'max-height': 'none',
  }
  forceStyles(element, { isolation: 'isolate', position: 'absolute', inset: '0 auto auto 0', ...size })
  const moved = element.getBoundingClientRect()
  forceStyles(element, { top: `${before.top + offset - moved.top}px`, left: `${before.left - moved.left}px` })
}

/** All functions that `moveBottomFixed` needs in the page. */
export const moveBottomFixedUses = [
  moveBottomFixed,
  bottomPinned,
  unmovedByScroll,
  isAtBottom,
  moveDown,
  positionAbsolutely,
  allRoots,
  hasInlineStyle,
  forceStyles,
]

async function moveBottomFixedAndPaint(height: number): Promise<void> {
  moveBottomFixed(height)
  await untilPainted()
}

export const moveBottomFixedToEnd = {
  main: moveBottomFixedAndPaint,
  uses: [...moveBottomFixedUses, untilPainted],
}
