/**
 * Milliseconds that a Retry-After asks for (RFC 9110, 10.2.3): seconds, or an HTTP date in any of its three forms; a date
 * that has passed is 0. Null without one that is understood.
 */
export function parseRetryAfter(values: readonly string[] = [], now: () => number = Date.now): number | null {
  const value = values[0]?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000
  const at = isHttpDate.test(value) ? Date.parse(asUtc(value)) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now())
}

/** RFC 9110, 5.6.7: each form begins with the day's name; what else `Date.parse` takes is none. */
const isHttpDate = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d\d:\d\d:\d\d/

/** All are in UTC; asctime does not say so. */
function asUtc(date: string): string {
  return date.endsWith('GMT') ? date : `${date} GMT`
}
