import type { MemoryBudget, MemoryReservation } from '#shared/async/memory-budget.ts'
import { Failure, type Operation } from '#shared/errors.ts'
import { storeCompressed } from '#shared/messages/claim-check/claim-check.ts'
import { type CompressedValue, compress, totalLength } from '#shared/messages/claim-check/compression.ts'
import { bodyName } from '#shared/messages/claim-check/object-names.ts'
import { withTiming } from '#shared/messages/events/inspection.ts'
import {
  describeRequest,
  type InspectionRequested,
  parseRequest,
} from '#shared/messages/events/inspection-requested.ts'
import { type PageFetched, pageFetchedRecord } from '#shared/messages/events/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import { waitingKeyOf, workOf } from '#shared/politeness/own/work-of-item.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import type { HttpClient } from './http/client.ts'
import { isHtml } from './http/message/media-type.ts'
import type { HttpResult } from './http/page-request.ts'
import { makePoliteFetcher, type PageFetcher, type PoliteOptions } from './polite-fetch.ts'
import { type HostRests, reportingRests } from './report-rests.ts'
import type { RobotsGuard } from './robots/robots-guard.ts'
import type { UploadBacklog } from './upload-backlog.ts'

export interface FetchPorts {
  readonly client: HttpClient
  readonly robots: RobotsGuard
  readonly objects: ObjectStore
  readonly memory: MemoryBudget
  readonly polite: PoliteOptions
  readonly uploads: UploadBacklog
  /**
   * The groups of hosts that share rate limits on the batch lane. Default: each host is a group of its own.
   */
  readonly units?: Pick<HostGroups, 'cached'>
  /** Absent = nobody is told. */
  readonly rests?: HostRests
}

/**
 * Operations that start from the page as the server sends it. This stage also answers requests that name no
 * operation.
 */
const FETCHED_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>(['metadata', 'seo-audit'])
/** Makes the stage handler that turns a request into a fetched page. */
export function fetchHandler(ports: FetchPorts): StageHandler {
  const { units = singleHostGroups, rests } = ports
  const politely = makePoliteFetcher(ports.client, ports.polite)
  const fetchPageOf: Readonly<Record<Lane, PageFetcher>> = {
    interactive: (_id, request) => ports.client.fetchPage(request),
    batch: rests === undefined ? politely : reportingRests(politely, rests),
  }
  return {
    name: 'fetch',
    input: 'inspection.requested',
    accepts: (operation) => operation === null || FETCHED_OPERATIONS.has(operation),
    concurrencyKeyOf: (event, lane) =>
      lane === 'batch' ? waitingKeyOf(describeRequest(event, lane), units) : null,
    describe: describeRequest,
    async handle({ event, lane, signal }) {
      const request = parseRequest(event, lane)
      if (lane === 'batch') await ports.uploads.waitForCapacity(signal)
      const started = performance.now()
      const memory = ports.memory.open(request.tenant ?? lane)
      const task = { ...ports, fetchPage: fetchPageOf[lane], memory }
      const page = await fetchAndStore(task, request, signal).finally(() => memory.release())
      const timed = { ...request, ...withTiming(request, 'fetch', performance.now() - started) }
      return { next: [pageFetchedRecord(timed as InspectionRequested, page)] }
    },
  }
}

interface FetchTask extends Pick<FetchPorts, 'robots' | 'objects' | 'uploads'> {
  readonly fetchPage: PageFetcher
  readonly memory: MemoryReservation
}

/**
 * Fetches the page of a request. Its body is in the event when it is small, in the object store otherwise.
 */
async function fetchAndStore(
  task: FetchTask,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<PageFetched> {
  const { page, body } = await fetchInspectable(task, request, signal)
  // The compressed body is smaller, and the uncompressed one is not held any more.
  await task.memory.resize(totalLength(body.chunks))
  return {
    ...page,
    body: await storeCompressed(makePut(task, request.lane, signal), () => bodyName(request.id), body),
  }
}

function makePut({ objects, uploads }: FetchTask, lane: Lane, signal: AbortSignal) {
  const put = putWithRetry(objects, { lane, signal })
  return lane === 'batch' ? uploads.counted(put) : put
}

interface InspectablePage {
  readonly page: Omit<PageFetched, 'body'>
  readonly body: CompressedValue
}

async function fetchInspectable(
  { fetchPage, robots, memory }: FetchTask,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<InspectablePage> {
  const fetchedAt = new Date().toISOString()
  const device = request.parameters.device === 'mobile' ? 'mobile' : 'desktop'
  const { id, url, lane, traceparent, politeness } = request
  const work = workOf(request)
  let robotsAllowed = true
  const result = await fetchPage(id, {
    url,
    userAgent: userAgents[device],
    signal,
    acceptContentType: isHtml,
    asChunks: true,
    memory,
    // The last URL that passes this check is the page's own. Nothing may wait for a permit after the page was
    // fetched.
    async beforeRequest(target) {
      await robots.assertAllowed(target, lane, work)
      robotsAllowed = await robots.allowsIndexing(target, lane, work)
    },
    traceparent,
    politeness,
  })
  if (result.typeRejected) throw notHtml(url, result)
  const page = { ...eventFields(result), fetchedAt, robotsAllowed }
  return { page, body: await compress(result.chunks ?? []) }
}

function eventFields({ finalUrl, status, headers, redirects, truncated, httpVersion, timings }: HttpResult) {
  const ttfbMs = timings.finalTtfbMs
  return { finalUrl, status, headers, redirects, isCut: truncated, httpVersion, ttfbMs }
}

/** Names the status of an error: that the page cannot be read is not all there is to know of it then. */
function notHtml(url: string, { contentType, status }: Pick<HttpResult, 'contentType' | 'status'>): Failure {
  return new Failure('UNSUPPORTED_CONTENT', 'The target is not an HTML page; only text/html is supported', {
    details: { url, content_type: contentType, ...(status >= 400 && { status_code: status }) },
  })
}
