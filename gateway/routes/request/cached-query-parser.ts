import { LRUCache } from 'lru-cache'
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
  const cache = new LRUCache<string, Checked>({ max: limit })
  return (operation, querystring) => {
    const key = `${operation}?${querystring}`
    const found = cache.get(key)
    if (found !== undefined) return found
    const parsed = parse(operation, querystring)
    if ('parameters' in parsed && key.length <= maxLength) {
      cache.set(key, { parameters: Object.freeze(parsed.parameters) })
    }
    return parsed
  }
}
