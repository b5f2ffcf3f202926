/// <reference lib="dom" />

import { forceContentVisibility, freezeScrollAnimations, freezeScrollAnimationsUses } from '../animations.ts'
import { allRoots, ensureRoot, untilPainted, untilPaintedUses } from '../dom.ts'
import { spreadBackgrounds, spreadBackgroundsUses } from '../fixed-elements.ts'
import { rememberReveals, revealMemoryUses } from '../reveal-memory.ts'
import { type AutoscrollInput, autoscroll, autoscrollUses, visitUnrevealed } from './autoscroll.ts'
import {
  expandFixedContainers,
  expandScroller,
  expandScrollersUses,
  innerScroller,
} from './expand-scrollers.ts'
import { releaseScrollLock, scrollLockUses } from './scroll-lock.ts'
import { recordView, virtualizedListsUses } from './virtualized-lists.ts'

export interface LazyLoadingResult {
  /** Whether the page kept growing at its end. */
  readonly isEndless: boolean
  /** Height of the content before and after scrolling, in CSS pixels. */
  readonly heightBefore: number
  readonly height: number
}

/** Scrolls through the page below `loadedUntil`, in CSS pixels: the content above has been scrolled through before. */
async function triggerLazyLoadingInPage(
  input: AutoscrollInput & { readonly loadedUntil: number },
): Promise<LazyLoadingResult> {
  ensureRoot()
  releaseScrollLock()
  const scroller = innerScroller() ?? document.scrollingElement ?? document.documentElement
  forceContentVisibility(allRoots())
  const heightBefore = scroller.scrollHeight
  if (input.loadedUntil >= heightBefore) return { isEndless: false, heightBefore, height: heightBefore }
  const memory = await rememberReveals(allRoots(), scroller)
  const from = Math.max(0, input.loadedUntil - scroller.clientHeight)
  const isInner = scroller !== document.scrollingElement
  // An inner scroller is expanded later, which adds all rows of its lists.
  const onView = () => (isInner ? undefined : recordView())
  const isEndless = await autoscroll(scroller, input, {
    stops: memory.stops,
    onStop: memory.record,
    onView,
    from,
  })
  if (!isEndless) await visitUnrevealed(scroller, memory)
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await untilPainted()
  freezeScrollAnimations(allRoots(), scroller)
  await memory.restoreRevealed()
  return { isEndless, heightBefore, height: scroller.scrollHeight }
}

/** Triggers lazy loading in the whole page, and leaves the page at its top. */
export const triggerLazyLoading = {
  main: triggerLazyLoadingInPage,
  uses: [
    ensureRoot,
    ...autoscrollUses,
    ...revealMemoryUses,
    ...expandScrollersUses,
    ...freezeScrollAnimationsUses,
    ...virtualizedListsUses,
  ],
}

async function expandScrollersInPage(): Promise<void> {
  releaseScrollLock()
  const inner = innerScroller()
  forceContentVisibility(allRoots())
  if (inner !== null) expandScroller(inner)
  else expandFixedContainers()
  spreadBackgrounds()
  await untilPainted()
}

/** Expands an inner scroller to the height of its content, and fixed backgrounds to the height of the page. */
export const expandScrollers = {
  main: expandScrollersInPage,
  uses: [
    ...untilPaintedUses,
    forceContentVisibility,
    allRoots,
    ...scrollLockUses,
    ...expandScrollersUses,
    ...spreadBackgroundsUses,
  ],
}
