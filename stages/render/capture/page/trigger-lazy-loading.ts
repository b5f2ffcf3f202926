/// <reference lib="dom" />

import { forceContentVisibility, freezeScrollAnimations, freezeScrollAnimationsUses } from './animations.ts'
import { allRoots, ensureRoot, untilPainted } from './dom.ts'
import {
  expandFixedContainers,
  expandScroller,
  expandScrollersUses,
  innerScroller,
} from './expand-scrollers.ts'
import { spreadBackgrounds, spreadBackgroundsUses } from './fixed-elements.ts'
import { rememberReveals, revealMemoryUses } from './reveal-memory.ts'
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

/** All functions that `autoscroll` needs in the page. */
export const autoscrollUses = [autoscroll, untilPainted, loadLazyImages, growsWithin, allRoots]

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

export interface AutoscrollInput {
  readonly autoscrollMs: number
  readonly maxFeedCssPx: number
  readonly stopMs: number
  readonly growthWaitMs: number
}

/** The callback for each stop, and the range to scroll through, in CSS pixels; default: the whole scroller. */
export interface ScrollRange {
  onStop(): void
  readonly from?: number
  readonly to?: number
}

/**
 * Scrolls through the page, so that lazy images load and elements that appear in the viewport appear. Resolves with whether the page
 * seems endless: its content kept growing, and the end stayed near.
 */
export async function autoscroll(
  scroller: Element,
  { autoscrollMs, maxFeedCssPx, stopMs, growthWaitMs }: AutoscrollInput,
  { onStop, from = 0, to = Number.POSITIVE_INFINITY }: ScrollRange,
): Promise<boolean> {
  const until = performance.now() + autoscrollMs
  const height = scroller.scrollHeight
  const view = Math.max(100, scroller.clientHeight)
  for (let top = from; ; top += view * 0.9) {
    loadLazyImages()
    // Smooth scrolling, which a page may set, would not be finished at the next stop.
    scroller.scrollTo({ top, behavior: 'instant' })
    // Intersection observers are called with a paint, and a busy browser paints rarely.
    await Promise.all([untilPainted(), new Promise((resolve) => setTimeout(resolve, stopMs))])
    onStop()
    if (performance.now() > until || top > Math.max(height, maxFeedCssPx)) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await growsWithin(scroller, growthWaitMs))) return false
  }
}

/** Disables native lazy loading, so that these images need not be scrolled to. */
function loadLazyImages(): void {
  const lazy = allRoots().map((root) => root.querySelectorAll<HTMLImageElement>('[loading=lazy]'))
  for (const element of lazy.flatMap((found) => Array.from(found))) element.loading = 'eager'
}

/** Whether the content grows within `ms` milliseconds. */
async function growsWithin(scroller: Element, ms: number): Promise<boolean> {
  const height = scroller.scrollHeight
  for (let waited = 0; waited < ms; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (scroller.scrollHeight > height) return true
  }
  return false
}
