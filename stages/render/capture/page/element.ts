/// <reference lib="dom" />

import { forceContentVisibility, freezeScrollAnimations, freezeScrollAnimationsUses } from './animations.ts'
import { allRoots, untilPainted, untilPaintedUses } from './dom.ts'
import {
  moveBottomFixed,
  moveBottomFixedUses,
  spreadBackgrounds,
  spreadBackgroundsUses,
} from './fixed-elements.ts'
import { rememberReveals, revealMemoryUses } from './reveal-memory.ts'
import { type AutoscrollInput, autoscroll, autoscrollUses, visitUnrevealed } from './scroll/autoscroll.ts'
import { composedParent, expandScroller, expandScrollersUses } from './scroll/expand-scrollers.ts'
import { releaseScrollLock } from './scroll/scroll-lock.ts'
import { hideCovering, hideCoveringUses } from './uncover.ts'

export interface ElementBox {
  readonly state: 'box'
  /** In the document, in CSS pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Whether all of it is in the viewport. */
  readonly inView: boolean
  readonly zoom: number
}

export type ElementState =
  | ElementBox
  | { readonly state: 'invalid' | 'missing' | 'not displayed' | 'empty' | 'out of reach' }

/** The first match in document order, then in open shadow roots, outer ones first. Throws for an invalid selector. */
function firstMatch(selector: string): Element | null {
  for (const root of allRoots()) {
    const match = root.querySelector(selector)
    if (match !== null) return match
  }
  return null
}

function stateOf(selector: string): ElementState {
  let element: Element | null
  try {
    element = firstMatch(selector)
  } catch {
    return { state: 'invalid' }
  }
  if (element === null) return { state: 'missing' }
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
  if (element.getClientRects().length === 0) return { state: 'not displayed' }
  if (width === 0 || height === 0) return { state: 'empty' }
  if (right + scrollX <= 0 || bottom + scrollY <= 0) return { state: 'out of reach' }
  const inView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  const zoom = window.visualViewport?.scale ?? 1
  return { state: 'box', x: left + scrollX, y: top + scrollY, width, height, inView, zoom }
}

/** Waits for the element, scrolls it and the scrollers around it, and returns its box. */
async function scrollToElementWhenReady(
  input: AutoscrollInput & { selector: string; elementMs: number },
): Promise<ElementState> {
  const until = performance.now() + input.elementMs
  releaseScrollLock()
  let state = stateOf(input.selector)
  while (state.state !== 'box' && state.state !== 'invalid' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    state = stateOf(input.selector)
  }
  const element = state.state === 'box' ? firstMatch(input.selector) : null
  if (element === null) return state
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  await untilPainted()
  if (state.state === 'box' && (state.height > innerHeight || state.width > innerWidth)) {
    await prepareTallElement(element, input)
  }
  return stateOf(input.selector)
}

/**
 * Prepares an element larger than the viewport: it is captured with the page at its top, where no sticky header covers it. Scrollers
 * that cut the element are expanded to the height of their content.
 */
async function prepareTallElement(element: Element, input: AutoscrollInput): Promise<void> {
  for (let at = composedParent(element); at !== null && at !== document.body; at = composedParent(at)) {
    const cuts = at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)
    if (cuts) expandScroller(at)
  }
  forceContentVisibility(allRoots())
  const { top, height } = element.getBoundingClientRect()
  // Elements at its ends appear well inside the view, too.
  const margin = innerHeight / 2
  const from = Math.max(0, top + scrollY - margin)
  const root = document.scrollingElement ?? document.documentElement
  const to = Math.min(root.scrollHeight, top + scrollY + height + margin)
  const memory = await rememberReveals(allRoots(), root)
  await autoscroll(root, input, { stops: memory.stops, onStop: memory.record, from, to })
  await visitUnrevealed(root, memory, (hidden) => element.contains(hidden))
  // What sticks to the view covers all of the element in turn, and its top or its end in the image.
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  await untilPainted()
  hideCovering(element)
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await untilPainted()
  freezeScrollAnimations(allRoots(), root)
  await memory.restoreRevealed()
  spreadBackgrounds()
  moveBottomFixed(root.scrollHeight)
  await untilPainted()
}

/** Uncovers the element at its place in the viewport, then returns its box. */
async function uncoverAndLocate(selector: string): Promise<ElementState> {
  const element = stateOf(selector).state === 'box' ? firstMatch(selector) : null
  if (element !== null && hideCovering(element)) await untilPainted()
  return stateOf(selector)
}

/** Scrolls the element to the middle of the viewport. */
export const scrollToElement = {
  main: scrollToElementWhenReady,
  uses: [
    ...[firstMatch, stateOf, prepareTallElement],
    ...[
      ...autoscrollUses,
      ...revealMemoryUses,
      ...expandScrollersUses,
      ...freezeScrollAnimationsUses,
      ...spreadBackgroundsUses,
      ...moveBottomFixedUses,
      ...hideCoveringUses,
    ],
  ],
}

/** Makes what sticks to the view over the element invisible, and returns the current box of the element. */
export const uncoverElement = {
  main: uncoverAndLocate,
  uses: [firstMatch, stateOf, ...hideCoveringUses, ...untilPaintedUses],
}
