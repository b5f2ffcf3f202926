/// <reference lib="dom" />
import { allRoots, forceStyles, hasInlineStyle } from './dom.ts'

/**
 * Finishes animations that end, and pauses endless ones at their first frame. Leaves scroll-driven animations alone. Returns whether
 * there was any animation.
 */
export function freezeAnimations(): boolean {
  const moving = allRoots()
    .flatMap((root) => root.getAnimations())
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
  for (const animation of moving) freezeAnimation(animation)
  return moving.length > 0
}

/** Finishes an animation that ends, or pauses an endless one at its first frame. */
export function freezeAnimation(animation: Animation): void {
  const { endTime = Number.POSITIVE_INFINITY, delay = 0 } = animation.effect?.getComputedTiming() ?? {}
  try {
    if (endTime !== Number.POSITIVE_INFINITY && animation.playbackRate > 0) animation.finish()
    else {
      animation.pause()
      animation.currentTime = Math.max(0, delay)
    }
  } catch {
    // An endless animation that runs backwards has no first frame, so it keeps running.
  }
}

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

/**
 * Keeps the appearance of the page while it is laid out for another size and back. Finished animations that restart are finished again
 * before the next paint. Failed images that show their alternative text, and are requested again, keep their size.
 */
function suppressReflowEffectsInPage(): void {
  addEventListener('resize', freezeAnimations)
  const images = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  const failed = images
    .filter(
      (image) => image.complete && image.naturalWidth === 0 && image.alt !== '' && hasInlineStyle(image),
    )
    .map((image) => ({ image, box: image.getBoundingClientRect() }))
  for (const { image, box } of failed) {
    forceStyles(image, { width: `${box.width}px`, height: `${box.height}px`, 'vertical-align': 'bottom' })
  }
}

export const suppressReflowEffects = {
  main: suppressReflowEffectsInPage,
  uses: [allRoots, freezeAnimations, freezeAnimation, hasInlineStyle, forceStyles],
}
