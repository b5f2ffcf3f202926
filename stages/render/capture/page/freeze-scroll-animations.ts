/// <reference lib="dom" />
import { hasInlineStyle } from './dom.ts'

/** Makes elements with `content-visibility: auto` visible, which are not painted far from the viewport. */
export function forceContentVisibility(roots: readonly (Document | ShadowRoot)[]): void {
  for (const element of roots.flatMap((root) => Array.from(root.querySelectorAll<HTMLElement>('*')))) {
    if (getComputedStyle(element).contentVisibility !== 'auto') continue
    if (!hasInlineStyle(element)) continue
    element.style.setProperty('content-visibility', 'visible', 'important')
  }
}

/**
 * Pauses scroll-driven animations of elements that move up through the viewport at the state in the middle of the viewport, which a
 * reader who scrolls there sees. Animations that are past the middle stay as they are.
 */
export function freezeScrollAnimations(roots: readonly (Document | ShadowRoot)[], scroller: Element): void {
  const middle = 50
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { timeline, startTime } = animation
    if (!(timeline instanceof ViewTimeline) || !(startTime instanceof CSSUnitValue)) continue
    const { axis, source, currentTime } = timeline
    const isUp = source === scroller && (axis === 'block' || axis === 'y')
    if (!isUp || !(currentTime instanceof CSSUnitValue) || currentTime.value >= middle) continue
    animation.pause()
    animation.currentTime = CSS.percent(middle - startTime.value)
  }
}

export const freezeScrollAnimationsUses = [forceContentVisibility, freezeScrollAnimations, hasInlineStyle]
