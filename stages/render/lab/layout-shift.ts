import type { Shift } from './page/observe.ts'

/** Cumulative Layout Shift and the shift that counted most in it. */
export interface LayoutShift {
  readonly value: number
  readonly largest: Shift | null
}

/** Milliseconds between two shifts of one burst, and of a burst in all, at most. */
const GAP_MS = 1000
const SPAN_MS = 5000

/** The worst burst of shifts (web-vitals' definition of CLS: session windows). All shifts count; they are in order. */
export function cumulativeLayoutShift(shifts: readonly Shift[]): LayoutShift {
  let worst: LayoutShift = { value: 0, largest: null }
  let burst: Shift[] = []
  for (const shift of shifts) {
    burst = continues(burst, shift) ? [...burst, shift] : [shift]
    const value = burst.reduce((sum, one) => sum + one.value, 0)
    if (value > worst.value) worst = { value, largest: largestOf(burst) }
  }
  return worst
}

function continues(burst: readonly Shift[], { at }: Shift): boolean {
  const first = burst[0]
  const last = burst.at(-1)
  return first !== undefined && last !== undefined && at - last.at < GAP_MS && at - first.at < SPAN_MS
}

function largestOf(burst: readonly Shift[]): Shift | null {
  return burst.toSorted((a, b) => b.value - a.value)[0] ?? null
}
