/** Maximum nesting. Deeper values cannot be written or walked safely, since both recurse. No request is nested so deeply. */
export const MAX_DEPTH = 100

/** Parses a JSON text; undefined when it is invalid or nested deeper than `MAX_DEPTH`. */
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
