/**
 * The TTL itself when it is a whole number of seconds from 1 on. Anything else is a mistake of the caller: a RangeError,
 * in every adapter, so that no adapter takes what another one refuses.
 */
export function checkedTtl(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds >= 1) return seconds
  throw new RangeError(`A TTL is a whole number of seconds, at least 1, not ${seconds}`)
}

/** The number itself when it is a whole number of milliseconds from `least` on; else a RangeError, in every adapter. */
export function checkedMs(ms: number, min: 0 | 1): number {
  if (Number.isSafeInteger(ms) && ms >= min) return ms
  throw new RangeError(`A time is a whole number of milliseconds, at least ${min}, not ${ms}`)
}
