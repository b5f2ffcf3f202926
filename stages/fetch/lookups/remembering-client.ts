import { setImmediate as turn } from 'node:timers/promises'
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
export function rememberingClient(client: HttpClient, limits: MemoryLimits): HttpClient {
  const { keepMs, maxEntries, maxBytes, maxFileBytes, now = () => performance.now() } = limits
  if (keepMs === 0) return client
  const pages = makeRecent<Kept>({ maxEntries, maxWeight: maxBytes }, now)
  const probes = makeRecent<ProbeAnswer>({ maxEntries, maxWeight: maxBytes }, now)
  const copies = makeCopies(limits)
  return {
    ...client,
    async fetchPage(request) {
      const key = pageKey(request)
      const known = pages.get(key)
      if (known !== undefined && fits(known, request)) return replay(known, request)
      const { fetched, body } = await copied(client, request, copies())
      if (body !== null && body.length <= maxFileBytes && isLasting(fetched.status)) {
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

/** What a reader gets at a time of a file that is poured again. */
const PIECE_BYTES = 64 * 1024

/** Pours as a connection does, with a turn of others between two pieces: reading megabytes at once would stop them all. */
async function replay({ fetched, body }: Kept, { sink, signal }: PageRequest): Promise<Fetched> {
  const take = sink?.(fetched)
  if (take === undefined) return { ...fetched, body }
  let isTaken = true
  for (let at = 0; isTaken && at < body.length; at += PIECE_BYTES) {
    await turn()
    signal?.throwIfAborted()
    isTaken = take(body.subarray(at, at + PIECE_BYTES))
  }
  return { ...fetched, body: Buffer.alloc(0), truncated: fetched.truncated || !isTaken }
}

/** The body of one file, piece by piece. */
interface Copy {
  add(chunk: Buffer): void
  /** The pieces together; null when they were too many. */
  end(): Buffer | null
}

/** Copies of what is poured to others: one that is over its own limit, or that of all together, is given up. */
function makeCopies({ maxBytes, maxFileBytes }: MemoryLimits): () => Copy {
  let underWay = 0
  return () => {
    let chunks: Buffer[] | null = []
    let size = 0
    function drop(): void {
      underWay -= size
      size = 0
      chunks = null
    }
    return {
      add(chunk) {
        if (chunks === null) return
        size += chunk.length
        underWay += chunk.length
        if (size > maxFileBytes || underWay > maxBytes) drop()
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
async function copied(client: HttpClient, request: PageRequest, copy: Copy): Promise<Copied> {
  const { sink } = request
  const both: PageRequest['sink'] = (head) => {
    const take = sink?.(head)
    return (chunk) => {
      copy.add(chunk)
      return take?.(chunk) ?? true
    }
  }
  try {
    const fetched = await client.fetchPage(sink === undefined ? request : { ...request, sink: both })
    const body = sink === undefined ? fetched.body : copy.end()
    const isWhole = !(fetched.truncated || fetched.refusedType) || fetched.status >= 400
    return { fetched, body: isWhole ? body : null }
  } finally {
    copy.end()
  }
}

interface Copied {
  readonly fetched: Fetched
  readonly body: Buffer | null
}
