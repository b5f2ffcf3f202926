import { setImmediate as turn } from 'node:timers/promises'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { makeExpiringCache } from '../expiring-cache.ts'
import type { HttpClient } from '../http/client.ts'
import type { HttpResult, PageRequest } from '../http/page-request.ts'
import type { ProbeRequest } from '../http/probe.ts'
import { memoryWeight } from '../recent-responses.ts'

export interface CacheLimits {
  /** Milliseconds; 0 = nothing is remembered. */
  readonly keepMs: number
  readonly maxEntries: number
  /** Of all pages together, about; of all probes together; and of files that are being read. */
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
export function cachingClient(client: HttpClient, limits: CacheLimits): HttpClient {
  const { keepMs, maxEntries, maxBytes, maxFileBytes, now = () => performance.now() } = limits
  if (keepMs === 0) return client
  const pages = makeExpiringCache<CachedPage>({ maxEntries, maxWeight: maxBytes }, now)
  const probes = makeExpiringCache<ProbeAnswer>({ maxEntries, maxWeight: maxBytes }, now)
  const copies = makeBodyCopies(limits)
  return {
    ...client,
    async fetchPage(request) {
      const key = pageKey(request)
      const cached = pages.get(key)
      if (cached !== undefined && canServe(cached, request)) return replay(cached, request)
      const { result, body } = await fetchWithCopy(client, request, copies())
      if (body !== null && body.length <= maxFileBytes && isCacheable(result.status)) {
        pages.set(key, { result, body }, { weight: memoryWeight({ ...result, body }), keepMs })
      }
      return result
    },
    async probe(request) {
      const key = probeKey(request)
      const cached = probes.get(key)
      if (cached !== undefined) return cached
      const answer = await client.probe(request)
      if (answer.status !== null && isCacheable(answer.status)) {
        probes.set(key, answer, { weight: JSON.stringify(answer).length, keepMs })
      }
      return answer
    },
  }
}

interface CachedPage {
  readonly result: HttpResult
  /** Decompressed, also where a `sink` got it. */
  readonly body: Buffer
}

function isCacheable(status: number): boolean {
  return status < 500 && status !== 429
}

function pageKey({
  url,
  userAgent,
  headers,
  maxRedirects,
  redirectOverflow,
  gunzipsFile,
}: PageRequest): string {
  return JSON.stringify([url, userAgent, headers, maxRedirects, redirectOverflow, gunzipsFile])
}

function probeKey({ url, userAgent, headers }: ProbeRequest): string {
  return JSON.stringify([url, userAgent, headers])
}

function canServe({ body }: CachedPage, { maxBytes, acceptContentType }: PageRequest): boolean {
  return acceptContentType === undefined && body.length <= (maxBytes ?? Number.POSITIVE_INFINITY)
}

/** What a reader gets at a time of a file that is poured again. */
const CHUNK_BYTES = 64 * 1024

/** Pours as a connection does, with a turn of others between two pieces: reading megabytes at once would stop them all. */
async function replay({ result, body }: CachedPage, { sink, signal }: PageRequest): Promise<HttpResult> {
  const consume = sink?.(result)
  if (consume === undefined) return { ...result, body }
  let wantsMore = true
  for (let at = 0; wantsMore && at < body.length; at += CHUNK_BYTES) {
    await turn()
    signal?.throwIfAborted()
    wantsMore = consume(body.subarray(at, at + CHUNK_BYTES))
  }
  return { ...result, body: Buffer.alloc(0), truncated: result.truncated || !wantsMore }
}

/** The body of one file, piece by piece. */
interface BodyCopy {
  add(chunk: Buffer): void
  /** The pieces together; null when they were too many. */
  end(): Buffer | null
}

/** Copies of what is poured to others: one that is over its own limit, or that of all together, is given up. */
function makeBodyCopies({ maxBytes, maxFileBytes }: CacheLimits): () => BodyCopy {
  let openBytes = 0
  return () => {
    let chunks: Buffer[] | null = []
    let size = 0
    function drop(): void {
      openBytes -= size
      size = 0
      chunks = null
    }
    return {
      add(chunk) {
        if (chunks === null) return
        size += chunk.length
        openBytes += chunk.length
        if (size > maxFileBytes || openBytes > maxBytes) drop()
        else chunks.push(Buffer.from(chunk))
      },
      end() {
        const body = chunks && Buffer.concat(chunks)
        drop()
        return body
      },
    }
  }
}

/** What is fetched, and its whole body; null where that is not kept, or was cut and would have told something. */
async function fetchWithCopy(client: HttpClient, request: PageRequest, copy: BodyCopy): Promise<FetchedCopy> {
  const { sink } = request
  const teeSink: PageRequest['sink'] = (head) => {
    const consume = sink?.(head)
    return (chunk) => {
      copy.add(chunk)
      return consume?.(chunk) ?? true
    }
  }
  try {
    const result = await client.fetchPage(sink === undefined ? request : { ...request, sink: teeSink })
    const body = sink === undefined ? result.body : copy.end()
    const isWhole = !(result.truncated || result.typeRejected) || result.status >= 400
    return { result, body: isWhole ? body : null }
  } finally {
    copy.end()
  }
}

interface FetchedCopy {
  readonly result: HttpResult
  readonly body: Buffer | null
}
