import type { ComponentChildren } from 'preact'

/** A value of a cell in its format, a dash for none. */
export function orDash<T>(
  value: T | null | undefined,
  format: (value: T) => ComponentChildren = String,
): ComponentChildren {
  return value === null || value === undefined ? <span class="muted">–</span> : format(value)
}
