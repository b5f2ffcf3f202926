/// <reference lib="dom" />
import { spreadBackgrounds, spreading } from './fixed-backgrounds.ts'
import { grows, loadLazy, type SweepInput, sweep } from './sweep.ts'
import { innerScroller, outer, unroll } from './unroll.ts'
import { painted } from './wait.ts'

export interface Woken {
  /** Whether more kept coming at the end. */
  readonly endless: boolean
  /** Height of the content before that, in CSS pixels. */
  readonly heightBefore: number
}

async function wakePage(input: SweepInput): Promise<Woken> {
  const inner = innerScroller()
  const scroller = inner ?? document.scrollingElement ?? document.documentElement
  const heightBefore = scroller.scrollHeight
  const endless = await sweep(scroller, input)
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await painted()
  if (inner !== null) unroll(inner)
  spreadBackgrounds()
  await painted()
  return { endless, heightBefore }
}

/** Wakes all of the page and leaves it at its top, an inner scroller as tall as its content. */
export const wake = {
  main: wakePage,
  uses: [painted, sweep, loadLazy, grows, innerScroller, unroll, outer, ...spreading],
}
