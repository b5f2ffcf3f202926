import { makeExpiringCache } from './expiring-cache.ts'
import type { HttpClient } from './http/client.ts'
import type { HttpResult } from './http/page-request.ts'

/** What was fetched a moment ago for one purpose and is wanted for another. */
export interface RecentResponses {
  /** The client, with the whole files that it fetches noted. */
  recording(client: Pick<HttpClient, 'fetchPage'>): Pick<HttpClient, 'fetchPage'>
  get(url: string): HttpResult | undefined
}

export interface RecentResponsesOptions {
  readonly keepMs: number
  readonly maxEntries: number
  /** Of all files together, with their headers. */
  readonly maxBytes: number
  /** Milliseconds from any fixed point. */
  readonly now?: () => number
}

export function makeRecentResponses({
  keepMs,
  maxEntries,
  maxBytes,
  now,
}: RecentResponsesOptions): RecentResponses {
  const cache = makeExpiringCache<HttpResult>(
    { maxEntries, maxWeight: maxBytes },
    now ?? (() => performance.now()),
  )
  return {
    get: cache.get,
    recording: ({ fetchPage }) => ({
      async fetchPage(request) {
        const result = await fetchPage(request)
        if (!result.truncated) cache.set(request.url, result, { weight: memoryWeight(result), keepMs })
        return result
      },
    }),
  }
}

/** What each text takes in memory besides its characters, about. */
const BYTES_PER_TEXT = 64

/** Bytes of the body, and about as many as the rest takes. */
export function memoryWeight({ body, headers, redirects, setCookies }: HttpResult): number {
  const fields = Object.entries(headers).flatMap(([name, values]) => [name, ...values])
  const addresses = redirects.flatMap(({ url, location }) => [url, location])
  const texts = [...fields, ...addresses, ...setCookies]
  return texts.reduce((sum, text) => sum + text.length + BYTES_PER_TEXT, body.length)
}
