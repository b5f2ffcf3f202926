/** A value on a scale of three equal parts: good, needs improvement, poor. */
export interface ScalePosition {
  /** Percent of the width, from 0 to 100. */
  readonly percent: number
  /** Whether the value is greater than what the scale shows. */
  readonly isBeyond: boolean
}

const THIRD = 100 / 3

/**
 * Where a value stands. Each part of the scale is a third of its width and linear: from 0 to `good`, from there to `poor`,
 * and from there to twice `poor`.
 */
export function scalePosition(value: number, good: number, poor: number): ScalePosition {
  const percent = percentOf(Math.max(0, value), good, poor)
  return { percent: Math.min(100, percent), isBeyond: percent > 100 }
}

function percentOf(value: number, good: number, poor: number): number {
  if (value <= good) return share(value, good) * THIRD
  if (value <= poor) return THIRD + share(value - good, poor - good) * THIRD
  return 2 * THIRD + share(value - poor, poor) * THIRD
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 1
}
