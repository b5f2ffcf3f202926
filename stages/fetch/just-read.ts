import type { HttpClient } from './http/client.ts'
import type { Fetched } from './http/page.ts'
import { makeRecent } from './robots/recent.ts'

/** What was fetched a moment ago for one purpose and is wanted for another. */
export interface JustRead {
  /** The client, with the whole files that it fetches noted. */
  noting(client: Pick<HttpClient, 'fetchPage'>): Pick<HttpClient, 'fetchPage'>
  get(url: string): Fetched | undefined
}

export interface JustReadOptions {
  readonly keepMs: number
  readonly maxEntries: number
  /** Of all files together, with their headers. */
  readonly maxBytes: number
  /** Milliseconds from any fixed point. */
  readonly now?: () => number
}

export function makeJustRead({ keepMs, maxEntries, maxBytes, now }: JustReadOptions): JustRead {
  const recent = makeRecent<Fetched>({ maxEntries, maxWeight: maxBytes }, now ?? (() => performance.now()))
  return {
    get: recent.get,
    noting: ({ fetchPage }) => ({
      async fetchPage(request) {
        const fetched = await fetchPage(request)
        if (!fetched.truncated) recent.set(request.url, fetched, { weight: weightOf(fetched), keepMs })
        return fetched
      },
    }),
  }
}

/** What each text takes in memory besides its characters, about. */
const BYTES_PER_TEXT = 64

/** Bytes of the body, and about as many as the rest takes. */
export function weightOf({ body, headers, redirects, setCookies }: Fetched): number {
  const fields = Object.entries(headers).flatMap(([name, values]) => [name, ...values])
  const addresses = redirects.flatMap(({ url, location }) => [url, location])
  const texts = [...fields, ...addresses, ...setCookies]
  return texts.reduce((sum, text) => sum + text.length + BYTES_PER_TEXT, body.length)
}
