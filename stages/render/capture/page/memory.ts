/// <reference lib="dom" />
import { force, isStyled } from './styled.ts'
import { painted } from './wait.ts'

/** How an element looked. */
interface Look {
  /** Where it is in the content: what stays in the view as the page scrolls has no such place. */
  readonly top: number
  readonly opacity: number
  readonly style: readonly (readonly [name: string, value: string])[]
}

/** Keeps what appears when it is scrolled to and goes again when it is left. */
export interface Memory {
  /** Notes what the view shows now. */
  note(): void
  /** Gives what was seen, and is not to be seen any more, the look that it had. */
  restore(): Promise<void>
}

/** Begins at the top, with what lies faint below the view. */
export async function remember(
  roots: readonly (Document | ShadowRoot)[],
  scroller: Element,
): Promise<Memory> {
  if (scroller.scrollTop > 0) {
    scroller.scrollTo({ top: 0, behavior: 'instant' })
    await painted()
    endMoving(roots)
  }
  const all = roots.flatMap((root) => Array.from(root.querySelectorAll<HTMLElement>('*')))
  const isFaint = (element: HTMLElement) =>
    isStyled(element) &&
    shownShare(getComputedStyle(element)) < 0.99 &&
    element.getBoundingClientRect().top >= innerHeight
  const faint = new Map(all.filter(isFaint).map((element) => [element, lookOf(element, scroller)]))
  const seen = new Map<HTMLElement, Look>()
  return {
    note() {
      if (faint.size > 0) endMoving(roots)
      for (const [element, before] of faint) {
        const look = seenLook(element, scroller, seen.get(element) ?? before)
        if (look !== null) seen.set(element, look)
      }
    },
    async restore() {
      if (seen.size === 0) return
      endMoving(roots)
      // The page may set styles as an animation ends.
      await painted()
      for (const [element, look] of seen) restoreLook(element, look)
    },
  }
}

function lookOf(element: HTMLElement, scroller: Element): Look {
  const kept = ['opacity', 'visibility', 'transform', 'translate', 'scale', 'rotate', 'filter', 'clip-path']
  const style = getComputedStyle(element)
  return {
    top: element.getBoundingClientRect().top + scroller.scrollTop,
    opacity: shownShare(style),
    style: kept.map((name) => [name, style.getPropertyValue(name)] as const),
  }
}

function shownShare({ opacity, visibility }: CSSStyleDeclaration): number {
  return visibility === 'visible' ? Number(opacity) : 0
}

/** Null for what is not in the view, has come with it, or was seen better before. */
function seenLook(element: HTMLElement, scroller: Element, before: Look): Look | null {
  const farthestMovePx = 300
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) return null
  const now = lookOf(element, scroller)
  return now.opacity > before.opacity && Math.abs(now.top - before.top) < farthestMovePx ? now : null
}

function restoreLook(element: HTMLElement, { opacity, style }: Look): void {
  if (shownShare(getComputedStyle(element)) >= opacity) return
  force(element, { transition: 'none', animation: 'none', ...Object.fromEntries(style) })
}

/** Ends what moves for a time of its own: nobody leaves before it has appeared. */
function endMoving(roots: readonly (Document | ShadowRoot)[]): void {
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {}
    const ends = animation.timeline instanceof DocumentTimeline && endTime !== Number.POSITIVE_INFINITY
    if (ends && animation.playbackRate > 0) animation.finish()
  }
}

/** All that a script needs to call `remember`. */
export const remembering = [
  remember,
  painted,
  isStyled,
  force,
  lookOf,
  shownShare,
  seenLook,
  restoreLook,
  endMoving,
]
