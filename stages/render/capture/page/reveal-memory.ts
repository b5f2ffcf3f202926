/// <reference lib="dom" />
import { forceStyles, hasInlineStyle } from './force-styles.ts'
import { untilPainted } from './wait.ts'

/** How an element looked. */
interface Appearance {
  /** Where it is in the content: what stays in the view as the page scrolls has no such place. */
  readonly top: number
  readonly opacity: number
  readonly style: readonly (readonly [name: string, value: string])[]
}

/** Keeps what appears when it is scrolled to and goes again when it is left. */
export interface RevealMemory {
  /** Notes what the view shows now. */
  record(): void
  /** Gives what was seen, and is not to be seen any more, the look that it had. */
  restoreRevealed(): Promise<void>
}

/** Begins at the top, with what lies faint below the view. */
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
  const isHidden = (element: HTMLElement) =>
    hasInlineStyle(element) &&
    effectiveOpacity(getComputedStyle(element)) < 0.99 &&
    element.getBoundingClientRect().top >= innerHeight
  const hiddenBefore = new Map(
    all.filter(isHidden).map((element) => [element, readAppearance(element, scroller)]),
  )
  const revealed = new Map<HTMLElement, Appearance>()
  return {
    record() {
      if (hiddenBefore.size > 0) finishAnimations(roots)
      for (const [element, before] of hiddenBefore) {
        const appearance = revealedAppearance(element, scroller, revealed.get(element) ?? before)
        if (appearance !== null) revealed.set(element, appearance)
      }
    },
    async restoreRevealed() {
      if (revealed.size === 0) return
      finishAnimations(roots)
      // The page may set styles as an animation ends.
      await untilPainted()
      for (const [element, appearance] of revealed) forceAppearance(element, appearance)
    },
  }
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

/** Null for what is not in the view, has come with it, or was seen better before. */
function revealedAppearance(element: HTMLElement, scroller: Element, before: Appearance): Appearance | null {
  const farthestMovePx = 300
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) return null
  const now = readAppearance(element, scroller)
  return now.opacity > before.opacity && Math.abs(now.top - before.top) < farthestMovePx ? now : null
}

function forceAppearance(element: HTMLElement, { opacity, style }: Appearance): void {
  if (effectiveOpacity(getComputedStyle(element)) >= opacity) return
  forceStyles(element, { transition: 'none', animation: 'none', ...Object.fromEntries(style) })
}

/** Ends what moves for a time of its own: nobody leaves before it has appeared. */
function finishAnimations(roots: readonly (Document | ShadowRoot)[]): void {
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {}
    const ends = animation.timeline instanceof DocumentTimeline && endTime !== Number.POSITIVE_INFINITY
    if (ends && animation.playbackRate > 0) animation.finish()
  }
}

/** All that a script needs to call `remember`. */
export const revealMemoryUses = [
  rememberReveals,
  untilPainted,
  hasInlineStyle,
  forceStyles,
  readAppearance,
  effectiveOpacity,
  revealedAppearance,
  forceAppearance,
  finishAnimations,
]
