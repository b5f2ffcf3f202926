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
