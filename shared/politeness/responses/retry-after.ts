/**
 * Milliseconds of a Retry-After header (RFC 9110, section 10.2.3): seconds, or an HTTP date in any of its three forms. A
 * date in the past is 0. Null without a valid header. `values` are the header's lines; the first one counts.
 */
export function parseRetryAfter(values: readonly string[] = [], now: () => number = Date.now): number | null {
  const value = values[0]?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000
  const at = isHttpDate.test(value) ? Date.parse(asUtc(value)) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now())
}

/** Every form of an HTTP date begins with the name of a day (RFC 9110, section 5.6.7); `Date.parse` accepts more. */
const isHttpDate = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d\d:\d\d:\d\d/

/** All forms are in UTC, but the asctime form does not say so. */
function asUtc(date: string): string {
  return date.endsWith('GMT') ? date : `${date} GMT`
}
