/** A place where two JSON values differ. */
export interface Difference {
  /** Keys and indexes from the root, as a JSON Pointer (RFC 6901). */
  readonly path: string
  /** The values at that place; undefined where one has none. */
  readonly before: unknown
  readonly after: unknown
}

type Container = Readonly<Record<string, unknown>>

/**
 * Returns all leaves in which two JSON values differ, in document order. An array compared with an object, or either with
 * a scalar, is one leaf.
 */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return []
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before, after }]
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differences(before[key], after[key], `${path}/${escapeKey(key)}`))
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** RFC 6901, section 3. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
