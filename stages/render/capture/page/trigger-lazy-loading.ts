/// <reference lib="dom" />

import { type AutoscrollInput, autoscroll, autoscrollUses } from './autoscroll.ts'
import {
  expandFixedContainers,
  expandScroller,
  expandScrollersUses,
  innerScroller,
} from './expand-scrollers.ts'
import { spreadBackgrounds, spreadBackgroundsUses } from './fixed-backgrounds.ts'
import {
  forceContentVisibility,
  freezeScrollAnimations,
  freezeScrollAnimationsUses,
} from './freeze-scroll-animations.ts'
import { rememberReveals, revealMemoryUses } from './reveal-memory.ts'
import { allRoots, ensureRoot } from './roots.ts'
import { recordView, virtualizedListsUses } from './virtualized-lists.ts'
import { untilPainted } from './wait.ts'

export interface LazyLoadingResult {
  /** Whether more kept coming at the end. */
  readonly isEndless: boolean
  /** Height of the content before and after that, in CSS pixels. */
  readonly heightBefore: number
  readonly height: number
}

/** What is above `from`, in CSS pixels, is awake. */
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
    // What scrolls inside becomes as tall as its content, and its rows come with that.
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

/** Wakes all of the page and leaves it at its top. */
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

/** Makes an inner scroller as tall as its content, and lets the first view end nowhere. */
export const expandScrollers = {
  main: expandScrollersInPage,
  uses: [untilPainted, forceContentVisibility, allRoots, ...expandScrollersUses, ...spreadBackgroundsUses],
}
