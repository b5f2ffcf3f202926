/// <reference lib="dom" />

import { type AutoscrollInput, autoscroll, autoscrollUses } from './autoscroll.ts'
import { allRoots, ensureRoot } from './dom.ts'
import {
  expandFixedContainers,
  expandScroller,
  expandScrollersUses,
  innerScroller,
} from './expand-scrollers.ts'
import { spreadBackgrounds, spreadBackgroundsUses } from './fixed-elements.ts'
import {
  forceContentVisibility,
  freezeScrollAnimations,
  freezeScrollAnimationsUses,
} from './freeze-scroll-animations.ts'
import { rememberReveals, revealMemoryUses } from './reveal-memory.ts'
import { recordView, virtualizedListsUses } from './virtualized-lists.ts'
import { untilPainted } from './wait.ts'

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
  const scroller = innerScroller() ?? document.scrollingElement ?? document.documentElement
  forceContentVisibility(allRoots())
  const heightBefore = scroller.scrollHeight
  if (input.loadedUntil >= heightBefore) return { isEndless: false, heightBefore, height: heightBefore }
  const memory = await rememberReveals(allRoots(), scroller)
  const from = Math.max(0, input.loadedUntil - scroller.clientHeight)
  const isInner = scroller !== document.scrollingElement
  const onStop = () => {
    memory.record()
    // An inner scroller is expanded later, which adds all rows of its lists.
    if (!isInner) recordView()
  }
  const isEndless = await autoscroll(scroller, input, { onStop, from })
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
  uses: [untilPainted, forceContentVisibility, allRoots, ...expandScrollersUses, ...spreadBackgroundsUses],
}
