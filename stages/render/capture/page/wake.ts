/// <reference lib="dom" />
import { spreadBackgrounds, spreading } from './fixed-backgrounds.ts'
import { remember, remembering } from './memory.ts'
import { allRoots, ensureRoot } from './roots.ts'
import { type SweepInput, sweep, sweeping } from './sweep.ts'
import { innerScroller, unroll, unrollFixed, unrolling } from './unroll.ts'
import { paintSkipped, passing, passView } from './unseen.ts'
import { painted } from './wait.ts'
import { noteView, windowing } from './windowed.ts'

export interface Woken {
  /** Whether more kept coming at the end. */
  readonly endless: boolean
  /** Height of the content before and after that, in CSS pixels. */
  readonly heightBefore: number
  readonly height: number
}

/** What is above `from`, in CSS pixels, is awake. */
async function wakePage(input: SweepInput & { readonly from: number }): Promise<Woken> {
  ensureRoot()
  const scroller = innerScroller() ?? document.scrollingElement ?? document.documentElement
  paintSkipped(allRoots())
  const heightBefore = scroller.scrollHeight
  if (input.from >= heightBefore) return { endless: false, heightBefore, height: heightBefore }
  const memory = await remember(allRoots(), scroller)
  const from = Math.max(0, input.from - scroller.clientHeight)
  const isInner = scroller !== document.scrollingElement
  const atStop = () => {
    memory.note()
    // What scrolls inside becomes as tall as its content, and its rows come with that.
    if (!isInner) noteView()
  }
  const endless = await sweep(scroller, input, { atStop, from })
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await painted()
  passView(allRoots(), scroller)
  await memory.restore()
  return { endless, heightBefore, height: scroller.scrollHeight }
}

/** Wakes all of the page and leaves it at its top. */
export const wake = {
  main: wakePage,
  uses: [ensureRoot, ...sweeping, ...remembering, ...unrolling, ...passing, ...windowing],
}

async function unrollPage(): Promise<void> {
  const inner = innerScroller()
  paintSkipped(allRoots())
  if (inner !== null) unroll(inner)
  else unrollFixed()
  spreadBackgrounds()
  await painted()
}

/** Makes an inner scroller as tall as its content, and lets the first view end nowhere. */
export const unrollAll = {
  main: unrollPage,
  uses: [painted, paintSkipped, allRoots, ...unrolling, ...spreading],
}
