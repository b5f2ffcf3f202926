import type { NoticeBounds, PermitRequest, RecentBounds } from '#shared/ports/result-store.ts'

/**
 * Returns the TTL if it is a whole number of seconds, at least 1. Else throws a RangeError, in every adapter
 * alike: no adapter accepts a value that another one rejects.
 */
export function checkedTtl(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds >= 1) return seconds
  throw new RangeError(`A TTL must be a whole number of seconds, at least 1, not ${seconds}`)
}

/** Returns the time if it is a whole number of milliseconds, at least `min`; else throws a RangeError. */
export function checkedMs(ms: number, min: 0 | 1): number {
  if (Number.isSafeInteger(ms) && ms >= min) return ms
  throw new RangeError(`A time must be a whole number of milliseconds, at least ${min}, not ${ms}`)
}

/** Returns the request if all its numbers are as the port requires, else throws a RangeError. */
export function checkedPermitRequest(request: PermitRequest): PermitRequest {
  if (!Number.isSafeInteger(request.limit) || request.limit < 1) {
    throw new RangeError(`A limit must be a whole number, at least 1, not ${request.limit}`)
  }
  checkedMs(request.ttlMs, 1)
  return request
}

/** Returns the bounds if both are whole numbers, at least 1; else throws a RangeError. */
export function checkedNoticeBounds(bounds: NoticeBounds): NoticeBounds {
  checkedMs(bounds.ttlMs, 1)
  if (Number.isSafeInteger(bounds.most) && bounds.most >= 1) return bounds
  throw new RangeError(`A board must have room for a whole number of notices, at least 1, not ${bounds.most}`)
}

/** Returns the bounds if both are whole numbers, at least 1; else throws a RangeError. */
export function checkedRecentBounds(bounds: RecentBounds): RecentBounds {
  checkedTtl(bounds.ttlSeconds)
  if (Number.isSafeInteger(bounds.keep) && bounds.keep >= 1) return bounds
  throw new RangeError(`A list must keep a whole number of texts, at least 1, not ${bounds.keep}`)
}

/**
 * Leaves room for the suffixes that adapters add to a file name (at most 255 bytes on common file systems).
 */
const PART_LIMIT = 200
/** In characters, which are bytes here. */
export const MAX_CONTENT_TYPE = 200
const PART = /^[A-Za-z0-9._-]+$/

/**
 * Splits an object name `<folder>/<file>`. Throws a TypeError for any other name, since callers create the
 * names: other characters than `[A-Za-z0-9._-]`, `.` and `..`, or a part of more than 200 characters.
 */
export function objectNameParts(name: string): readonly [folder: string, file: string] {
  const [folder = '', file = '', ...rest] = name.split('/')
  if (rest.length === 0 && isPart(folder) && isPart(file)) return [folder, file]
  throw new TypeError(`Not an object name: ${JSON.stringify(name.slice(0, PART_LIMIT))}`)
}

function isPart(part: string): boolean {
  return PART.test(part) && part.length <= PART_LIMIT && part !== '.' && part !== '..'
}

/**
 * Returns the content type if it can be a header value of one line (RFC 9110, section 5.5), else throws a
 * TypeError.
 */
export function checkedContentType(contentType: string): string {
  if (/^[\x20-\x7e]+$/.test(contentType) && contentType.length <= MAX_CONTENT_TYPE) return contentType
  throw new TypeError('Not a content type')
}
