/** Leaves room for what adapters add to a file name (255 bytes on common file systems). */
const PART_LIMIT = 200
/** Characters, which are bytes. */
export const MAX_CONTENT_TYPE = 200
const PART = /^[A-Za-z0-9._-]+$/

/**
 * The parts of an object's name `<folder>/<file>`. A TypeError for anything else (the callers make the names, so it is a
 * mistake): other characters, `.` and `..`, parts of more than 200 characters.
 */
export function objectNameParts(name: string): readonly [folder: string, file: string] {
  const [folder = '', file = '', ...rest] = name.split('/')
  if (rest.length === 0 && isPart(folder) && isPart(file)) return [folder, file]
  throw new TypeError(`Not an object name: ${JSON.stringify(name.slice(0, PART_LIMIT))}`)
}

function isPart(part: string): boolean {
  return PART.test(part) && part.length <= PART_LIMIT && part !== '.' && part !== '..'
}

/** The content type itself when it can be a header value of one line (RFC 9110, 5.5); else a TypeError. */
export function checkedContentType(contentType: string): string {
  if (/^[\x20-\x7e]+$/.test(contentType) && contentType.length <= MAX_CONTENT_TYPE) return contentType
  throw new TypeError('Not a content type')
}
