/// <reference lib="dom" />
import { allRoots, forceStyles, hasInlineStyle, untilPainted, untilPaintedUses } from './dom.ts'
import { type Ground, groundsOfContent, groundsUses, isBehindAll, mayBeGround, stretch } from './grounds.ts'

/**
 * Chromium paints fixed backgrounds only in the first viewport of a capture beyond the viewport. So fixed background images scroll with
 * their elements, and fixed elements behind the content become as tall as the page: those that are behind all of it by their z-index, and
 * those that are seen below it further down. Call it with the page scrolled to its top.
 */
export function spreadBackgrounds(): void {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const candidates = allRoots().flatMap(spreadInRoot)
  candidates.push(...Array.from(pseudoHosts()).flatMap(fixedPseudos))
  const { behind = [], open = [] } = Object.groupBy(candidates, (ground) =>
    isBehindAll(ground) ? 'behind' : 'open',
  )
  for (const ground of [...behind, ...groundsOfContent(open)]) stretchGround(ground, scrollHeight)
}

/** Spreads the background images, and returns the elements that may be grounds. */
function spreadInRoot(root: Document | ShadowRoot): Ground[] {
  const sheet = new CSSStyleSheet()
  // Reading the style of each pseudo-element would take ten times as long as reading those of the elements.
  sheet.replaceSync('::before, ::after { background-attachment: scroll !important }')
  root.adoptedStyleSheets.push(sheet)
  return Array.from(root.querySelectorAll('*'))
    .filter(hasInlineStyle)
    .flatMap((element) => {
      const style = getComputedStyle(element)
      if (style.backgroundAttachment.includes('fixed')) scrollBackground(element, style)
      const ground = { element, pseudo: null }
      return style.position === 'fixed' && mayBeGround(ground) ? [ground] : []
    })
}

function scrollBackground({ style }: HTMLElement, { backgroundAttachment }: CSSStyleDeclaration): void {
  style.setProperty('background-attachment', backgroundAttachment.replaceAll('fixed', 'scroll'), 'important')
}

/** The elements whose pseudo-elements may be grounds: the root, the body, and its first children. */
function pseudoHosts(): HTMLElement[] {
  const most = 30
  const children = Array.from(document.body?.children ?? []).slice(0, most)
  return [document.documentElement, ...(document.body === null ? [] : [document.body]), ...children].filter(
    hasInlineStyle,
  )
}

function fixedPseudos(element: HTMLElement): Ground[] {
  const pseudos = ['::before', '::after'] as const
  return pseudos.map((pseudo) => ({ element, pseudo })).filter(mayBeGround)
}

function stretchGround({ element, pseudo }: Ground, height: number): void {
  if (pseudo === null) stretch(element, height)
  else stretchPseudo(element, pseudo, height)
}

function stretchPseudo(element: HTMLElement, pseudo: string, height: number): void {
  const name = `data-pageprobe-ground-${pseudo.slice(2)}`
  element.setAttribute(name, '')
  const sheet = new CSSStyleSheet()
  const style = `transition: none; min-height: 0; max-height: none; height: ${height}px; bottom: auto;`
  sheet.replaceSync(`[${name}][${name}]${pseudo} { ${style.replaceAll(';', ' !important;')} }`)
  document.adoptedStyleSheets.push(sheet)
}

/** All functions that `spreadBackgrounds` needs in the page. */
export const spreadBackgroundsUses = [
  ...[
    spreadBackgrounds,
    spreadInRoot,
    scrollBackground,
    pseudoHosts,
    fixedPseudos,
    stretchGround,
    stretchPseudo,
  ],
  ...[allRoots, hasInlineStyle, ...groundsUses],
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
  uses: [...moveBottomFixedUses, ...untilPaintedUses],
}
