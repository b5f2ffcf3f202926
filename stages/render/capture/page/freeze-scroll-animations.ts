/// <reference lib="dom" />
import { hasInlineStyle } from './force-styles.ts'

/** What `content-visibility: auto` leaves out as long as it is far from the view is painted all the same. */
export function forceContentVisibility(roots: readonly (Document | ShadowRoot)[]): void {
  for (const element of roots.flatMap((root) => Array.from(root.querySelectorAll<HTMLElement>('*')))) {
    if (getComputedStyle(element).contentVisibility !== 'auto') continue
    if (!hasInlineStyle(element)) continue
    element.style.setProperty('content-visibility', 'visible', 'important')
  }
}

/**
 * What moves on its way through the view, up the page, is shown as it is in the middle of the view: so it looks to whoever
 * scrolls to it. What is beyond the middle stays as it is.
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
