/// <reference lib="dom" />
import { allRoots, forceStyles, hasInlineStyle } from './dom.ts'
import { endlessAnimationsUses, pauseAt, timesOfVisibility } from './endless-animations.ts'

/**
 * Finishes animations that end, and pauses endless ones: at their first frame, or where that shows nothing, at the first one that shows
 * most (`timesOfVisibility`). Leaves scroll-driven animations alone. Returns whether there was any animation.
 */
export function freezeAnimations(): boolean {
  const moving = timedAnimations()
  // The others may lie in elements that these show.
  for (const animation of moving.filter(hasEnd)) freezeAnimation(animation)
  const others = moving.filter((animation) => !hasEnd(animation))
  const times = timesOfVisibility(others)
  for (const animation of others) freezeAnimation(animation, times.get(animation))
  return moving.length > 0
}

function timedAnimations(): Animation[] {
  const all = allRoots().flatMap((root) => root.getAnimations())
  return all.filter(({ timeline }) => timeline instanceof DocumentTimeline)
}

function hasEnd({ effect, playbackRate }: Animation): boolean {
  return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && playbackRate > 0
}

/** Finishes an animation that ends, or pauses another one, at its first frame by default. */
function freezeAnimation(animation: Animation, time?: number): void {
  const { delay = 0 } = animation.effect?.getComputedTiming() ?? {}
  if (hasEnd(animation)) finish(animation)
  else pauseAt(animation, time ?? Math.max(0, delay))
}

function finish(animation: Animation): void {
  try {
    animation.finish()
  } catch {
    // An animation that cannot be finished keeps running.
  }
}

/** All functions that `freezeAnimations` needs in the page. */
export const freezeAnimationsUses = [
  ...[freezeAnimations, timedAnimations, hasEnd, freezeAnimation, finish, allRoots],
  ...endlessAnimationsUses,
]

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
  const frozen = timedAnimations().map((animation) => ({ animation, time: animation.currentTime }))
  addEventListener('resize', () => {
    for (const animation of timedAnimations()) {
      const before = frozen.find((one) => isSameAnimation(one.animation, animation))
      freezeAnimation(animation, before && Number(before.time))
    }
  })
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

/** Whether the second animation is the first one, or the same of a style sheet that has begun again. */
function isSameAnimation(a: Animation, b: Animation): boolean {
  if (a === b) return true
  const isOfSheet =
    a instanceof CSSAnimation && b instanceof CSSAnimation && a.animationName === b.animationName
  if (!isOfSheet || !(a.effect instanceof KeyframeEffect && b.effect instanceof KeyframeEffect)) return false
  return a.effect.target === b.effect.target && a.effect.pseudoElement === b.effect.pseudoElement
}

export const suppressReflowEffects = {
  main: suppressReflowEffectsInPage,
  uses: [...freezeAnimationsUses, isSameAnimation, hasInlineStyle, forceStyles],
}
