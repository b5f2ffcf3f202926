import type { AvailableOperation, Checked } from '#shared/operations/parameters.ts'

export interface KnownQueriesOptions {
  /** Most queries that are remembered; then the one that was asked for the longest time ago is forgotten. */
  readonly limit: number
  /** Longer queries are not remembered, in characters. */
  readonly maxLength: number
}

export type CheckQuery = (operation: AvailableOperation, querystring: string) => Checked

/**
 * Remembers what came of queries that were right, so that one that is asked again and again is not read and checked each
 * time. Their parameters are frozen: all who ask the same share them.
 */
export function knownQueries(check: CheckQuery, { limit, maxLength }: KnownQueriesOptions): CheckQuery {
  const known = new Map<string, Checked>()

  function remember(key: string, checked: Checked): void {
    if (key.length > maxLength || 'problems' in checked) return
    if (known.size >= limit) forgetOldest()
    known.set(key, { parameters: Object.freeze(checked.parameters) })
  }

  function forgetOldest(): void {
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  function usedAgain(key: string, found: Checked): Checked {
    known.delete(key)
    known.set(key, found)
    return found
  }

  return (operation, querystring) => {
    const key = `${operation}?${querystring}`
    const found = known.get(key)
    if (found !== undefined) return usedAgain(key, found)
    const checked = check(operation, querystring)
    remember(key, checked)
    return checked
  }
}
