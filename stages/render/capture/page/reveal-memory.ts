/// <reference lib="dom" />
import { forceStyles, hasInlineStyle, untilPainted, untilPaintedUses } from './dom.ts'

/** The recorded appearance of an element. */
interface Appearance {
  /** Its position in the content. It changes for an element that stays in the viewport while the page scrolls. */
  readonly top: number
  readonly opacity: number
  readonly style: readonly (readonly [name: string, value: string])[]
}

/** Remembers elements that appear when they are scrolled to, and disappear again afterwards. */
export interface RevealMemory {
  /** How often to stop within a view for them. */
  readonly stops: number
  /** Records the elements that are visible in the viewport. */
  record(): void
  /** The outermost elements in the flow of the content that have been transparent up to now, from top to bottom. */
  unrevealed(): HTMLElement[]
  /** Restores the recorded appearance of elements that have disappeared again. */
  restoreRevealed(): Promise<void>
}

/** Scrolls to the top and starts with the elements that are transparent and reach below the viewport. */
export async function rememberReveals(
  roots: readonly (Document | ShadowRoot)[],
  scroller: Element,
): Promise<RevealMemory> {
  if (scroller.scrollTop > 0) {
    scroller.scrollTo({ top: 0, behavior: 'instant' })
    await untilPainted()
    finishAnimations(roots)
  }
  const all = roots.flatMap((root) => Array.from(root.querySelectorAll<HTMLElement>('*')))
  const isHidden = (element: HTMLElement) => {
    if (!hasInlineStyle(element)) return false
    const style = getComputedStyle(element)
    // Elements with endless animations appear and disappear by themselves.
    const isPulsing = /infinite/.test(style.animationIterationCount)
    return (
      effectiveOpacity(style) < 0.99 && !isPulsing && element.getBoundingClientRect().bottom > innerHeight
    )
  }
  const hiddenBefore = new Map(
    all.filter(isHidden).map((element) => [element, readAppearance(element, scroller)]),
  )
  const revealed = new Map<HTMLElement, Appearance>()
  return {
    stops: hiddenBefore.size > 0 ? 3 : 2,
    record() {
      if (hiddenBefore.size > 0) finishAnimations(roots)
      for (const [element, before] of hiddenBefore) {
        const appearance = revealedAppearance(element, scroller, revealed.get(element) ?? before)
        if (appearance !== null) revealed.set(element, appearance)
      }
    },
    unrevealed: () =>
      outermostInFlow(Array.from(hiddenBefore.keys()).filter((element) => !revealed.has(element))),
    async restoreRevealed() {
      if (revealed.size === 0) return
      finishAnimations(roots)
      // The page may set styles when an animation ends.
      await untilPainted()
      for (const [element, appearance] of revealed) forceAppearance(element, appearance)
    },
  }
}

/** Those that are still transparent, and are no overlay, menu or slide, which are positioned out of the flow. */
function outermostInFlow(elements: readonly HTMLElement[]): HTMLElement[] {
  const outermost: HTMLElement[] = []
  for (const element of elements) {
    const style = getComputedStyle(element)
    if (effectiveOpacity(style) > 0 || /absolute|fixed/.test(style.position)) continue
    const { width, height } = element.getBoundingClientRect()
    if (width > 0 && height > 0 && !outermost.at(-1)?.contains(element)) outermost.push(element)
  }
  return outermost
}

function readAppearance(element: HTMLElement, scroller: Element): Appearance {
  const properties = [
    'opacity',
    'visibility',
    'transform',
    'translate',
    'scale',
    'rotate',
    'filter',
    'clip-path',
  ]
  const style = getComputedStyle(element)
  return {
    top: element.getBoundingClientRect().top + scroller.scrollTop,
    opacity: effectiveOpacity(style),
    style: properties.map((name) => [name, style.getPropertyValue(name)] as const),
  }
}

function effectiveOpacity({ opacity, visibility }: CSSStyleDeclaration): number {
  return visibility === 'visible' ? Number(opacity) : 0
}

/** Null for an element that is outside the viewport, moves along with it, or was recorded with a higher opacity. */
function revealedAppearance(element: HTMLElement, scroller: Element, before: Appearance): Appearance | null {
  const farthestMovePx = 300
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) return null
  const now = readAppearance(element, scroller)
  const moved = now.top - before.top
  const isInPlace = Math.abs(moved) < farthestMovePx && 2 * moved <= scroller.scrollTop
  return now.opacity > before.opacity && isInPlace ? now : null
}

function forceAppearance(element: HTMLElement, { opacity, style }: Appearance): void {
  if (effectiveOpacity(getComputedStyle(element)) >= opacity) return
  forceStyles(element, { transition: 'none', animation: 'none', ...Object.fromEntries(style) })
}

/** Finishes time-based animations, so that elements have appeared completely before they are recorded. */
function finishAnimations(roots: readonly (Document | ShadowRoot)[]): void {
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {}
    const ends = animation.timeline instanceof DocumentTimeline && endTime !== Number.POSITIVE_INFINITY
    if (ends && animation.playbackRate > 0) animation.finish()
  }
}

/** All functions that `rememberReveals` needs in the page. */
export const revealMemoryUses = [
  rememberReveals,
  ...untilPaintedUses,
  hasInlineStyle,
  forceStyles,
  outermostInFlow,
  readAppearance,
  effectiveOpacity,
  revealedAppearance,
  forceAppearance,
  finishAnimations,
]
