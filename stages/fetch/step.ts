import { Failure, type Operation } from '#shared/errors.ts'
import type { Holding, MemoryBudget } from '#shared/memory-budget.ts'
import { withTiming } from '#shared/messages/inspection.ts'
import {
  type InspectionRequested,
  readRequest,
  requestOutline,
} from '#shared/messages/inspection-requested.ts'
import { bodyName } from '#shared/messages/intermediate.ts'
import { type PageFetched, pageFetchedRecord } from '#shared/messages/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Step } from '#shared/pipeline/stage.ts'
import { hostUnits, type PoliteUnits } from '#shared/politeness/polite-units.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { userAgents } from '#shared/user-agents.ts'
import { type BatchManners, type FetchPage, makeFetchInTurn } from './fetch-in-turn.ts'
import type { HttpClient } from './http/client.ts'
import type { Fetched } from './http/page.ts'
import { isHtml } from './http/sniff.ts'
import type { RobotsGate } from './robots-gate.ts'

export interface FetchPorts {
  readonly client: HttpClient
  readonly robots: RobotsGate
  readonly objects: ObjectStore
  readonly memory: MemoryBudget
  readonly batch: BatchManners
  /** Who takes turns together on the batch lane; default: each host for itself. */
  readonly units?: Pick<PoliteUnits, 'known'>
}

/** What begins with the page as it is sent; requests that name no operation at all are answered here too. */
const fetchedFor: ReadonlySet<Operation> = new Set<Operation>(['metadata', 'seo-audit'])
/** Bodies over this many bytes travel by reference (claim check). */
const INLINE_BYTES = 256 * 1024

/** The stage that turns a request into a fetched page. */
export function fetchStep(ports: FetchPorts): Step {
  const fetchPageOf: Readonly<Record<Lane, FetchPage>> = {
    interactive: (_id, request) => ports.client.fetchPage(request),
    batch: makeFetchInTurn(ports.client, ports.batch),
  }
  const { units = hostUnits } = ports
  return {
    name: 'fetch',
    input: 'inspection.requested',
    takes: (operation) => operation === null || fetchedFor.has(operation),
    keyOf: (event, lane) => (lane === 'batch' ? units.known(requestOutline(event, lane).url) : null),
    outline: requestOutline,
    async handle({ event, lane, signal }) {
      const request = readRequest(event, lane)
      const started = performance.now()
      const memory = ports.memory.open(request.tenant ?? lane)
      const asked = { ...ports, fetchPage: fetchPageOf[lane], memory }
      const page = await inspectable(asked, request, signal).finally(() => memory.release())
      const timed = { ...request, ...withTiming(request, 'fetch', performance.now() - started) }
      return { next: [pageFetchedRecord(timed as InspectionRequested, page)] }
    },
  }
}

interface Asked extends Pick<FetchPorts, 'robots' | 'objects'> {
  readonly fetchPage: FetchPage
  readonly memory: Holding
}

async function inspectable(
  { fetchPage, robots, objects, memory }: Asked,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<PageFetched> {
  const fetchedAt = new Date().toISOString()
  const device = request.parameters.device === 'mobile' ? 'mobile' : 'desktop'
  const { id, url, lane, traceparent } = request
  let robotsAllowed = true
  const fetched = await fetchPage(id, {
    url,
    userAgent: userAgents[device],
    signal,
    acceptContentType: isHtml,
    inPieces: true,
    memory,
    // The last URL that is entered is the page's. Once it was fetched, nothing may have to wait for a turn any more.
    async enter(target) {
      await robots.enter(target, lane)
      robotsAllowed = await robots.mayBeIndexed(target, lane)
    },
    traceparent,
  })
  if (fetched.refusedType) throw notHtml(url, fetched.contentType)
  return {
    ...outlineOf(fetched),
    fetchedAt,
    robotsAllowed,
    body: await bodyOf(objects, id, fetched),
  }
}

function outlineOf({ finalUrl, status, headers, redirects, truncated, httpVersion, timings }: Fetched) {
  const ttfbMs = timings.answerMs
  return { finalUrl, status, headers, redirects, isCut: truncated, httpVersion, ttfbMs }
}

function notHtml(url: string, contentType: string | null): Failure {
  return new Failure('UNSUPPORTED_CONTENT', 'The target is not an HTML page; only text/html is supported', {
    details: { url, content_type: contentType },
  })
}

async function bodyOf(
  objects: ObjectStore,
  id: string,
  { pieces = [], bodyBytes: bytes }: Fetched,
): Promise<PageFetched['body']> {
  if (bytes <= INLINE_BYTES) return { base64: Buffer.concat(pieces).toString('base64') }
  const object = bodyName(id)
  await objects.put(object, pieces, 'application/octet-stream')
  return { object, bytes }
}
