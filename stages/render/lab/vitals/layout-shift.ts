import type { Shift } from './page/observe.ts'

/** Cumulative Layout Shift and the shift that counted most in it. */
export interface LayoutShift {
  readonly value: number
  readonly largest: Shift | null
}

/** Maximum milliseconds between two shifts of a session window, and of the whole window. */
const MAX_GAP_MS = 1000
const MAX_WINDOW_MS = 5000

/** The worst session window of shifts, as web-vitals defines CLS. `shifts` are in order; all of them count. */
export function cumulativeLayoutShift(shifts: readonly Shift[]): LayoutShift {
  let worst: LayoutShift = { value: 0, largest: null }
  let window: Shift[] = []
  for (const shift of shifts) {
    window = belongsTo(window, shift) ? [...window, shift] : [shift]
    const value = window.reduce((sum, one) => sum + one.value, 0)
    if (value > worst.value) worst = { value, largest: largestShift(window) }
  }
  return worst
}

function belongsTo(window: readonly Shift[], { at }: Shift): boolean {
  const first = window[0]
  const last = window.at(-1)
  return (
    first !== undefined && last !== undefined && at - last.at < MAX_GAP_MS && at - first.at < MAX_WINDOW_MS
  )
}

function largestShift(window: readonly Shift[]): Shift | null {
  return window.toSorted((a, b) => b.value - a.value)[0] ?? null
}
