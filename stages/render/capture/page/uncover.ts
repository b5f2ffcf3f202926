/// <reference lib="dom" />
import { allRoots, forceStyles, hasInlineStyle } from './dom.ts'
import { hitTestUses, isWithin, stackAt, withAllHit } from './hit-test.ts'

/**
 * Makes fixed and sticky elements invisible that lie over the element at its place in the viewport. Those that hold it, or lie in it,
 * stay. Returns whether there were any.
 */
export function hideCovering(element: Element): boolean {
  const candidates = stickingElements().filter(
    (one) => !isWithin(element, one) && !isWithin(one, element) && commonPoints(one, element).length > 0,
  )
  // Most elements are covered by nothing.
  if (candidates.length === 0) return false
  const covering = withAllHit(() => candidates.filter((one) => isAbove(one, element)))
  for (const one of covering) {
    forceStyles(one, { transition: 'none', animation: 'none', opacity: '0' })
    // The backdrop of a dialog is no part of it, and goes only with its box.
    if (one.matches(':modal, :popover-open')) forceStyles(one, { display: 'none' })
  }
  return covering.length > 0
}

function stickingElements(): HTMLElement[] {
  const all = allRoots().flatMap((root) => Array.from(root.querySelectorAll('*')).filter(hasInlineStyle))
  return all.filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
}

type Point = readonly [x: number, y: number]

/** Points of the viewport that both elements take. Of the first one, what lies in it counts where its own box is elsewhere. */
function commonPoints(one: Element, element: Element): Point[] {
  const shares = [0.02, 0.25, 0.5, 0.75, 0.98]
  const own = pointsInBoth(one, element, shares)
  return own.length > 0 ? own : partsOf(one).flatMap((part) => pointsInBoth(part, element, [0.1, 0.5, 0.9]))
}

function pointsInBoth(one: Element, element: Element, shares: readonly number[]): Point[] {
  const [a, b] = [one.getBoundingClientRect(), element.getBoundingClientRect()]
  const [left, right] = [Math.max(0, a.left, b.left), Math.min(innerWidth, a.right, b.right)]
  const [top, bottom] = [Math.max(0, a.top, b.top), Math.min(innerHeight, a.bottom, b.bottom)]
  if (right - left < 1 || bottom - top < 1) return []
  const between = (from: number, to: number) => shares.map((share) => from + share * (to - from))
  return between(left, right).flatMap((x) => between(top, bottom).map((y): Point => [x, y]))
}

/** The element and the first ones in it, also in open shadow roots. */
function partsOf(element: Element): Element[] {
  const most = 300
  const parts = [element]
  for (const part of parts) {
    if (parts.length > most) break
    parts.push(...part.children, ...(part.shadowRoot?.children ?? []))
  }
  return parts
}

/** Whether it is found above the element, or above what lies in the element, at any common point. */
function isAbove(one: Element, element: Element): boolean {
  // The top layer is above all, and what lies under a dialog cannot be found at points.
  if (one.matches(':modal, :popover-open')) return true
  return commonPoints(one, element).some(([x, y]) => {
    const stack = stackAt(x, y)
    const under = stack.findIndex((hit) => isWithin(hit, element))
    return stack.slice(0, Math.max(0, under)).some((hit) => isWithin(hit, one))
  })
}

/** All functions that `hideCovering` needs in the page. */
export const hideCoveringUses = [
  ...[hideCovering, stickingElements, commonPoints, pointsInBoth, partsOf, isAbove],
  ...[hasInlineStyle, forceStyles, ...hitTestUses],
]
