import { LRUCache } from 'lru-cache'
import type { HttpClient } from '../http/client.ts'
import type { HttpResult } from '../http/page-request.ts'

/** Responses that were fetched for one purpose a moment ago and may serve another. */
export type RecentResponses = ReturnType<typeof makeRecentResponses>

export interface RecentResponsesOptions {
  readonly keepMs: number
  readonly maxEntries: number
  /** Bytes of all files together, with their headers. */
  readonly maxBytes: number
  /** Returns milliseconds since a point before the start. */
  readonly now?: () => number
}

/** Makes an empty store of recent responses. */
export function makeRecentResponses({
  keepMs,
  maxEntries,
  maxBytes,
  now = () => performance.now(),
}: RecentResponsesOptions) {
  const cache = new LRUCache<string, HttpResult>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: memoryWeight,
    ttl: keepMs,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    get: (url: string) => cache.get(url),
    /** Wraps a client so that the complete files it fetches are recorded. */
    recording: ({ fetchPage }: Pick<HttpClient, 'fetchPage'>): Pick<HttpClient, 'fetchPage'> => ({
      async fetchPage(request) {
        const result = await fetchPage(request)
        if (!result.truncated) cache.set(request.url, result)
        return result
      },
    }),
  }
}

/** The approximate memory of a string besides its characters, and of an empty response. */
const BYTES_PER_TEXT = 64

/** Returns the approximate memory of a response in bytes: its body, headers and URLs. */
export function memoryWeight({ body, headers, redirects, setCookies }: HttpResult): number {
  const fields = Object.entries(headers).flatMap(([name, values]) => [name, ...values])
  const addresses = redirects.flatMap(({ url, location }) => [url, location])
  const texts = [...fields, ...addresses, ...setCookies]
  return texts.reduce((sum, text) => sum + text.length + BYTES_PER_TEXT, body.length + BYTES_PER_TEXT)
}
