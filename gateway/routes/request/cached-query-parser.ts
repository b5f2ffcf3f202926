import type { AvailableOperation, Checked } from '#shared/operations/parameters.ts'

export interface QueryCacheOptions {
  /** Maximum number of cached queries. The least recently used one is dropped. */
  readonly limit: number
  /** Longer queries are not cached, in characters. */
  readonly maxLength: number
}

export type QueryParser = (operation: AvailableOperation, querystring: string) => Checked

/**
 * Caches the parameters of valid queries, so that a repeated query is not parsed again. The parameters are frozen,
 * since requests share them.
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
