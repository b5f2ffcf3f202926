import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { HttpClient } from '../http/client.ts'
import type { Fetched, PageRequest } from '../http/page.ts'
import type { ProbeRequest } from '../http/probe.ts'
import { weightOf } from '../just-read.ts'
import { makeRecent } from '../robots/recent.ts'

export interface MemoryLimits {
  /** Milliseconds; 0 = nothing is remembered. */
  readonly keepMs: number
  readonly maxEntries: number
  /** Of all answers together, about. */
  readonly maxBytes: number
  /** Of one file: larger ones are asked for again. */
  readonly maxFileBytes: number
  /** Milliseconds from any fixed point. */
  readonly now?: () => number
}

/**
 * The client, with what it was answered remembered for a while: the pages of a site name the same icons, sitemaps and links,
 * and a site that rests after each request would be asked little else. Failures, 429 and 5xx are not remembered.
 */
export function rememberingClient(client: HttpClient, limits: MemoryLimits): HttpClient {
  const { keepMs, maxEntries, maxBytes, maxFileBytes, now = () => performance.now() } = limits
  const pages = makeRecent<Kept>({ maxEntries, maxWeight: maxBytes }, now)
  const probes = makeRecent<ProbeAnswer>({ maxEntries, maxWeight: maxBytes }, now)
  return {
    ...client,
    async fetchPage(request) {
      const key = pageKey(request)
      const known = pages.get(key)
      if (known !== undefined && fits(known, request)) return replay(known, request)
      const { fetched, body } = await tapped(client, request, maxFileBytes)
      if (body !== null && isLasting(fetched.status)) {
        pages.set(key, { fetched, body }, { weight: weightOf({ ...fetched, body }), keepMs })
      }
      return fetched
    },
    async probe(request) {
      const key = probeKey(request)
      const known = probes.get(key)
      if (known !== undefined) return known
      const answer = await client.probe(request)
      if (answer.status !== null && isLasting(answer.status)) {
        probes.set(key, answer, { weight: JSON.stringify(answer).length, keepMs })
      }
      return answer
    },
  }
}

interface Kept {
  readonly fetched: Fetched
  /** Decompressed, also where a `sink` got it. */
  readonly body: Buffer
}

function isLasting(status: number): boolean {
  return status < 500 && status !== 429
}

function pageKey({ url, userAgent, headers, maxRedirects, redirectOverflow, unpacks }: PageRequest): string {
  return JSON.stringify([url, userAgent, headers, maxRedirects, redirectOverflow, unpacks])
}

function probeKey({ url, userAgent, headers }: ProbeRequest): string {
  return JSON.stringify([url, userAgent, headers])
}

function fits({ body }: Kept, { maxBytes, acceptContentType }: PageRequest): boolean {
  return acceptContentType === undefined && body.length <= (maxBytes ?? Number.POSITIVE_INFINITY)
}

function replay({ fetched, body }: Kept, { sink }: PageRequest): Fetched {
  const take = sink?.(fetched)
  if (take === undefined) return { ...fetched, body }
  const isTaken = body.length === 0 || take(body)
  return { ...fetched, body: Buffer.alloc(0), truncated: fetched.truncated || !isTaken }
}

/** What is fetched, and its whole body; null where that is too large, or was cut and would have told something. */
async function tapped(client: HttpClient, request: PageRequest, maxFileBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  const tap: PageRequest['sink'] = (head) => {
    const take = request.sink?.(head)
    return (chunk) => {
      size += chunk.length
      if (size <= maxFileBytes) chunks.push(Buffer.from(chunk))
      return take?.(chunk) ?? true
    }
  }
  const fetched = await client.fetchPage(request.sink === undefined ? request : { ...request, sink: tap })
  const body = request.sink === undefined ? fetched.body : Buffer.concat(chunks)
  const isWhole = !(fetched.truncated || fetched.refusedType) || fetched.status >= 400
  return { fetched, body: isWhole && Math.max(size, body.length) <= maxFileBytes ? body : null }
}
