import type { MemoryBudget, MemoryReservation } from '#shared/async/memory-budget.ts'
import { Failure, type Operation } from '#shared/errors.ts'
import { storeCompressed } from '#shared/messages/claim-check/claim-check.ts'
import { type CompressedValue, compress, totalLength } from '#shared/messages/claim-check/compression.ts'
import { bodyName } from '#shared/messages/claim-check/object-names.ts'
import { withTiming } from '#shared/messages/inspection.ts'
import {
  describeRequest,
  type InspectionRequested,
  parseRequest,
} from '#shared/messages/inspection-requested.ts'
import { type PageFetched, pageFetchedRecord } from '#shared/messages/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { putWithRetry } from '#shared/stage/put-with-retry.ts'
import type { StageHandler } from '#shared/stage/run-stage.ts'
import { userAgents } from '#shared/user-agents.ts'
import { type BatchManners, type FetchPage, makeFetchInTurn } from './fetch-in-turn.ts'
import type { HeldBodies } from './held-bodies.ts'
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
  readonly held: HeldBodies
  /** Who takes turns together on the batch lane; default: each host for itself. */
  readonly units?: Pick<HostGroups, 'cached'>
}

/** What begins with the page as it is sent; requests that name no operation at all are answered here too. */
const fetchedFor: ReadonlySet<Operation> = new Set<Operation>(['metadata', 'seo-audit'])
/** The stage that turns a request into a fetched page. */
export function fetchStep(ports: FetchPorts): StageHandler {
  const fetchPageOf: Readonly<Record<Lane, FetchPage>> = {
    interactive: (_id, request) => ports.client.fetchPage(request),
    batch: makeFetchInTurn(ports.client, ports.batch),
  }
  const { units = singleHostGroups } = ports
  return {
    name: 'fetch',
    input: 'inspection.requested',
    accepts: (operation) => operation === null || fetchedFor.has(operation),
    concurrencyKeyOf: (event, lane) =>
      lane === 'batch' ? units.cached(describeRequest(event, lane).url) : null,
    describe: describeRequest,
    async handle({ event, lane, signal }) {
      const request = parseRequest(event, lane)
      if (lane === 'batch') await ports.held.room(signal)
      const started = performance.now()
      const memory = ports.memory.open(request.tenant ?? lane)
      const asked = { ...ports, fetchPage: fetchPageOf[lane], memory }
      const page = await stored(asked, request, signal).finally(() => memory.release())
      const timed = { ...request, ...withTiming(request, 'fetch', performance.now() - started) }
      return { next: [pageFetchedRecord(timed as InspectionRequested, page)] }
    },
  }
}

interface Asked extends Pick<FetchPorts, 'robots' | 'objects' | 'held'> {
  readonly fetchPage: FetchPage
  readonly memory: MemoryReservation
}

/** The page, whose body is in the event or stored. */
async function stored(asked: Asked, request: InspectionRequested, signal: AbortSignal): Promise<PageFetched> {
  const { page, body } = await inspectable(asked, request, signal)
  // Packed it is smaller, and the body as it came is not held any more.
  await asked.memory.resize(totalLength(body.chunks))
  return {
    ...page,
    body: await storeCompressed(putOf(asked, request.lane, signal), bodyName(request.id), body),
  }
}

function putOf({ objects, held }: Asked, lane: Lane, signal: AbortSignal) {
  const put = putWithRetry(objects, { lane, signal })
  return lane === 'batch' ? held.holding(put) : put
}

interface Inspectable {
  readonly page: Omit<PageFetched, 'body'>
  readonly body: CompressedValue
}

async function inspectable(
  { fetchPage, robots, memory }: Asked,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<Inspectable> {
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
  const page = { ...outlineOf(fetched), fetchedAt, robotsAllowed }
  return { page, body: await compress(fetched.pieces ?? []) }
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
