import type { MemoryBudget, MemoryReservation } from '#shared/async/memory-budget.ts'
import { Failure } from '#shared/errors.ts'
import { uncompressedBytes } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, withTiming } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { loadBody } from '#shared/messages/events/page-body.ts'
import { pageExtractedRecord } from '#shared/messages/events/page-extracted.ts'
import {
  inspectionFromEvent,
  type PageFetched,
  readPageFetched,
} from '#shared/messages/events/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { groupsOf, type MetadataParameters } from '#shared/operations/metadata.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageHandler, StageResult, Work } from '#shared/stage/stage-handler.ts'
import type { ParserPool, ResolveLookups } from './adapters/parser-pool.ts'
import { BudgetExceeded } from './adapters/parser-thread.ts'
import { type AuditInputPorts, buildAuditInput } from './audit/audit-input.ts'
import type { PageInput } from './facts/page-input.ts'
import { resolveLookups } from './metadata/resolve-lookups.ts'

export interface ExtractPorts extends AuditInputPorts {
  readonly objects: ObjectStore
  readonly memory: MemoryBudget
  /** Maximum bytes of the body of a page. */
  readonly maxBytes: number
  /** Milliseconds that one page may take to parse. */
  readonly timeoutMs: number
  /** Bytes of memory that one page may take. */
  readonly memoryBytes: number
}

/** One fetched page with its body. */
interface Task extends Pick<Work, 'lane' | 'signal'> {
  readonly request: InspectionRequested
  readonly page: PageFetched
  readonly fetched: PageInput
}

/** The handler of the extract stage. It turns a fetched page into its metadata, or into the input of an audit. */
export function extractHandler(ports: ExtractPorts): StageHandler {
  return {
    name: 'extract',
    input: 'page.fetched',
    accepts: () => true,
    concurrencyKeyOf: () => null,
    describe,
    async handle({ event, lane, signal }) {
      const { request, page } = pageFetchedOf(event, lane)
      const memory = ports.memory.open(request.tenant ?? lane)
      try {
        await memory.resize(memoryOf(page))
        const fetched = await pageOf(ports, request, page)
        const perform = request.operation === 'seo-audit' ? audit : metadata
        const parsers = releasing(ports.parsers, memory)
        return await perform({ ...ports, parsers }, { request, page, fetched, lane, signal })
      } catch (error) {
        throw budgetFailure(ports, request.url, error)
      } finally {
        memory.release()
      }
    },
  }
}

/**
 * Memory that one byte of a body takes while the page is parsed: the body itself, and its text with up to two
 * bytes a character.
 */
const BYTES_PER_BYTE = 3
/** Smaller bodies are not counted. */
const LARGE_BYTES = 256 * 1024

function memoryOf({ body }: PageFetched): number {
  const bytes = 'base64' in body ? 0 : uncompressedBytes(body)
  return bytes > LARGE_BYTES ? bytes * BYTES_PER_BYTE : 0
}

/** Releases the memory of a page as soon as its look-ups are known: its body has then been parsed. */
function releasing(parsers: ParserPool, memory: MemoryReservation): ParserPool {
  return {
    ...parsers,
    extract: (page, extractOptions, isUrgent, resolve, signal) => {
      const ask: ResolveLookups = (neededLookups) => {
        memory.release()
        return resolve(neededLookups)
      }
      return parsers.extract(page, extractOptions, isUrgent, ask, signal)
    },
  }
}

async function metadata({ parsers, lookups }: ExtractPorts, task: Task): Promise<StageResult> {
  const { request, fetched, lane, signal } = task
  const parameters = request.parameters as unknown as MetadataParameters
  const extractOptions = {
    groups: groupsOf(parameters.fields),
    maxImages: parameters.max_images,
    maxLinks: parameters.max_links,
  }
  const ask: ResolveLookups = (neededLookups) => resolveLookups(lookups, neededLookups, request)
  const extracted = await parsers.extract(fetched, extractOptions, lane === 'interactive', ask, signal)
  return {
    inspection: withTiming(request, 'extract', extracted.milliseconds),
    resultJson: extracted.json,
    blocked: extracted.blocked,
  }
}

async function audit(
  ports: ExtractPorts,
  { request, page, fetched, lane, signal }: Task,
): Promise<StageResult> {
  const { traceparent } = request
  const work = { page, fetched, lane, signal, traceparent }
  const { input, milliseconds } = await buildAuditInput(ports, work)
  const timed = { ...request, ...withTiming(request, 'extract', milliseconds) } as InspectionRequested
  const put = putWithRetry(ports.objects, { lane, signal })
  return { next: [await pageExtractedRecord(put, timed, input)] }
}

type Read = ReturnType<typeof readPageFetched>

/** Events that `describe` has parsed and that are handled next. Parsing a large page twice is expensive. */
const parsedEvents = new WeakMap<CloudEvent, Read>()

function describe(event: CloudEvent, lane: Lane): Inspection {
  try {
    const read = parsedEvents.get(event) ?? readPageFetched(event, lane)
    parsedEvents.set(event, read)
    return read.request
  } catch {
    return inspectionFromEvent(event, lane)
  }
}

/** Removes the parsed event, since the record of an event may stay in memory for some time. */
function pageFetchedOf(event: CloudEvent, lane: Lane): Read {
  const read = parsedEvents.get(event)
  parsedEvents.delete(event)
  return read ?? readPageFetched(event, lane)
}

async function pageOf(
  { objects, maxBytes }: ExtractPorts,
  request: InspectionRequested,
  page: PageFetched,
): Promise<PageInput> {
  const { body: _, robotsAllowed, ...rest } = page
  return {
    ...rest,
    url: request.url,
    uaFamily: request.parameters.device === 'mobile' ? 'mobile' : 'desktop',
    robotsTxtAllowed: robotsAllowed,
    body: await loadBody(objects, page, maxBytes),
  }
}

/** The failure of a page that exceeded a budget. Only this page fails; a new thread takes the next one. */
function budgetFailure({ timeoutMs, memoryBytes }: ExtractPorts, url: string, error: unknown): unknown {
  if (!(error instanceof BudgetExceeded) || error.budget === 'crash') return error
  if (error.budget === 'timeout') {
    const details = { url, timeout_ms: timeoutMs }
    return new Failure('TIMEOUT', `The page could not be read within ${timeoutMs} ms`, {
      details,
      cause: error,
    })
  }
  const details = { url, limit_bytes: memoryBytes }
  return new Failure('RESPONSE_TOO_LARGE', 'The page needs more memory than a page may take', {
    details,
    cause: error,
  })
}
