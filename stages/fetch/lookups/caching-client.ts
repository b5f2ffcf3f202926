import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { HttpClient } from '../http/client.ts'
import type { HttpResult, PageRequest } from '../http/page-request.ts'
import { memoryWeight } from './recent-responses.ts'

export interface CacheLimits {
  /** Milliseconds. 0 turns the cache off. */
  readonly keepMs: number
  readonly maxEntries: number
  /** An approximate limit, for all pages together, for all probes together, and for the files being read. */
  readonly maxBytes: number
  /** Bytes of one file. Larger files are not cached. */
  readonly maxFileBytes: number
  /** Returns milliseconds since a point before the start. */
  readonly now?: () => number
}

/**
 * Wraps a client with a short-lived cache. The pages of a site name the same icons, sitemaps and links;
 * without a cache, these repeated requests would use up most permits of a host. Responses with 429 or 5xx are cached for
 * the batch of the request alone, and not at all without one or for a robots.txt. Requests that fail are not cached.
 */
export function cachingClient(client: HttpClient, limits: CacheLimits): HttpClient {
  const { keepMs, maxEntries, maxBytes, maxFileBytes, now = () => performance.now() } = limits
  if (keepMs === 0) return client
  const bounds = { max: maxEntries, maxSize: maxBytes, ttl: keepMs, ttlResolution: 0, perf: { now } }
  const pages = new LRUCache<string, CachedPage>({
    ...bounds,
    sizeCalculation: ({ result, body }) => memoryWeight({ ...result, body }),
  })
  const probes = new LRUCache<string, ProbeAnswer>({
    ...bounds,
    sizeCalculation: (answer) => JSON.stringify(answer).length,
  })
  const copies = makeBodyCopies(limits)
  return {
    ...client,
    async fetchPage(request) {
      const cached = pages.get(requestKey(request)) ?? pages.get(batchKey(request) ?? '')
      if (cached !== undefined && canServe(cached, request)) return replay(cached, request)
      const { result, body } = await fetchWithCopy(client, request, copies())
      const key = cacheKey(request, result.status)
      if (key !== null && body !== null && body.length <= maxFileBytes) pages.set(key, { result, body })
      return result
    },
    async probe(request) {
      const cached = probes.get(requestKey(request)) ?? probes.get(batchKey(request) ?? '')
      if (cached !== undefined) return cached
      const answer = await client.probe(request)
      const key = answer.status === null ? null : cacheKey(request, answer.status)
      if (key !== null) probes.set(key, answer)
      return answer
    },
  }
}

interface CachedPage {
  readonly result: HttpResult
  /** Decompressed, also where a `sink` consumed it. */
  readonly body: Buffer
}

/** Null = a response with this status is not cached. */
function cacheKey(request: PageRequest, status: number): string | null {
  return status < 500 && status !== 429 ? requestKey(request) : batchKey(request)
}

/** The key of what counts for the batch of the request alone; null = nothing does. */
export function batchKey(request: PageRequest): string | null {
  const { batch, url } = request
  // Whether a site may be requested at all is looked up again.
  return batch === undefined || isRobotsTxt(url) ? null : `${batch} ${requestKey(request)}`
}

function isRobotsTxt(url: string): boolean {
  return URL.parse(url)?.pathname === '/robots.txt'
}

function requestKey({
  url,
  userAgent,
  headers,
  maxRedirects,
  redirectOverflow,
  gunzipsFile,
}: PageRequest): string {
  return JSON.stringify([url, userAgent, headers, maxRedirects, redirectOverflow, gunzipsFile])
}

function canServe({ body }: CachedPage, { maxBytes, acceptContentType }: PageRequest): boolean {
  return acceptContentType === undefined && body.length <= (maxBytes ?? Number.POSITIVE_INFINITY)
}

/** Bytes of one chunk of a replayed file. */
const CHUNK_BYTES = 64 * 1024

/**
 * Replays a cached body to the sink in chunks. Yields to the event loop between two chunks, since megabytes
 * at once would block it.
 */
async function replay({ result, body }: CachedPage, { sink, signal }: PageRequest): Promise<HttpResult> {
  const consume = sink?.(result)
  if (consume === undefined) return { ...result, body }
  let wantsMore = true
  for (let at = 0; wantsMore && at < body.length; at += CHUNK_BYTES) {
    await yieldToEventLoop()
    signal?.throwIfAborted()
    wantsMore = consume(body.subarray(at, at + CHUNK_BYTES))
  }
  return { ...result, body: Buffer.alloc(0), truncated: result.truncated || !wantsMore }
}

/** A copy of one body, built chunk by chunk. */
type BodyCopy = ReturnType<ReturnType<typeof makeBodyCopies>>

/**
 * Copies bodies while sinks consume them. A copy is dropped when it exceeds its own limit, or all copies
 * together exceed theirs.
 */
function makeBodyCopies({ maxBytes, maxFileBytes }: CacheLimits) {
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
      add(chunk: Buffer): void {
        if (chunks === null) return
        size += chunk.length
        openBytes += chunk.length
        if (size > maxFileBytes || openBytes > maxBytes) drop()
        else chunks.push(Buffer.from(chunk))
      },
      /** Returns the whole body. Null when it was too large. */
      end(): Buffer | null {
        const body = chunks && Buffer.concat(chunks)
        drop()
        return body
      },
    }
  }
}

/**
 * Fetches the page and copies its body. The body is null when the copy was dropped, or when the response was
 * cut and its rest may matter.
 */
async function fetchWithCopy(client: HttpClient, request: PageRequest, copy: BodyCopy) {
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
