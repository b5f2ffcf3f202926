import type { AvailableOperation, Checked } from '#shared/operations/parameters.ts'

export interface QueryCacheOptions {
  /** Most queries that are remembered; then the one that was asked for the longest time ago is forgotten. */
  readonly limit: number
  /** Longer queries are not remembered, in characters. */
  readonly maxLength: number
}

export type QueryParser = (operation: AvailableOperation, querystring: string) => Checked

/**
 * Remembers what came of queries that were right, so that one that is asked again and again is not read and checked each
 * time. Their parameters are frozen: all who ask the same share them.
 */
export function cachedQueryParser(parse: QueryParser, { limit, maxLength }: QueryCacheOptions): QueryParser {
  const cache = new Map<string, Checked>()

  function store(key: string, parsed: Checked): void {
    if (key.length > maxLength || 'problems' in parsed) return
    if (cache.size >= limit) forgetOldest()
    cache.set(key, { parameters: Object.freeze(parsed.parameters) })
  }

  function forgetOldest(): void {
    const [oldest] = cache.keys()
    if (oldest !== undefined) cache.delete(oldest)
  }

  function touch(key: string, found: Checked): Checked {
    cache.delete(key)
    cache.set(key, found)
    return found
  }

  return (operation, querystring) => {
    const key = `${operation}?${querystring}`
    const found = cache.get(key)
    if (found !== undefined) return touch(key, found)
    const parsed = parse(operation, querystring)
    store(key, parsed)
    return parsed
  }
}
