/** Nested deeper, a value can't be written or walked safely: writing recurses. No request nests like that. */
export const MAX_DEPTH = 100

/** The value of a JSON text; undefined when it is none, or nests deeper than a hundred levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isShallow(value, MAX_DEPTH) ? value : undefined
  } catch {
    return undefined
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
