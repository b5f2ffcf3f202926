import { pageFailure } from '#shared/async/budget-exceeded.ts'
import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import { uncompressedBytes } from '#shared/messages/claim-check/claim-check.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, inspectionFromEvent, withTiming } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageExtractedRecord } from '#shared/messages/events/page-extracted.ts'
import { loadBody, type PageFetched, readPageFetched } from '#shared/messages/events/page-fetched.ts'
import { batchOfItem, isItemId } from '#shared/messages/events/seal.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { groupsOf, type MetadataParameters } from '#shared/operations/metadata.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageHandler, StageResult, Work } from '#shared/stage/stage-handler.ts'
import { type AuditInputPorts, buildAuditInput } from './audit/audit-input.ts'
import type { PageInput } from './facts/page-input.ts'
import type { MetadataOptions } from './metadata/metadata.ts'
import { completedJson, resolveLookups } from './metadata/resolve-lookups.ts'
import type { PageTask, ReadPage } from './parser.worker.ts'

export interface ExtractPorts extends AuditInputPorts {
  readonly objects: ObjectStore
  readonly memory: MemoryBudget
  /** Maximum bytes of the body of a page. */
  readonly maxBytes: number
}

/** One page that a parser thread has read. */
interface Task extends Pick<Work, 'lane' | 'signal'> {
  readonly request: InspectionRequested
  readonly page: PageFetched
  readonly read: ReadPage
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
        const read = await readPage(ports, request, page, { lane, signal })
        // The body has been parsed.
        memory.release()
        const complete = request.operation === 'seo-audit' ? audit : metadata
        return await complete(ports, { request, page, read, lane, signal })
      } catch (error) {
        throw pageFailure(error, request.url, 'read')
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

/** Metadata of an audited page: the largest result of `GET /metadata`. */
const allGroups = { groups: ['all'], maxImages: 100, maxLinks: 500 } as const

async function readPage(
  ports: ExtractPorts,
  request: InspectionRequested,
  page: PageFetched,
  { lane, signal }: Pick<Work, 'lane' | 'signal'>,
): Promise<ReadPage> {
  const fetched = await pageOf(ports, request, page)
  const isAudit = request.operation === 'seo-audit'
  const options = isAudit ? allGroups : optionsOf(request.parameters as unknown as MetadataParameters)
  const audit = isAudit ? ports.audit.limits : null
  const task: PageTask = { page: fetched, options, audit, isOfSite: isItemId(request.id) }
  const { tenant = null } = request
  const call = { tenant, isUrgent: lane === 'interactive', signal, moved: fetched.body }
  return ports.parsers.run('page', task, call)
}

function optionsOf({ fields, max_images, max_links }: MetadataParameters): MetadataOptions {
  return { groups: groupsOf(fields), maxImages: max_images, maxLinks: max_links }
}

async function metadata({ lookups }: ExtractPorts, { request, read }: Task): Promise<StageResult> {
  const answers = await resolveLookups(lookups, read.neededLookups, request)
  return {
    inspection: withTiming(request, 'extract', read.milliseconds),
    resultJson: completedJson(read, answers),
    blocked: read.blocked,
    siteFacts: read.siteFacts,
  }
}

async function audit(ports: ExtractPorts, task: Task): Promise<StageResult> {
  const { request, read, lane, signal } = task
  const { traceparent, tenant = null, politeness } = request
  const batch = batchOfItem(request.id)
  const about = { traceparent, tenant, batch, ...(politeness !== undefined && { politeness }) }
  const input = await buildAuditInput(ports, { ...task, ...about })
  const timed = { ...request, ...withTiming(request, 'extract', read.milliseconds) } as InspectionRequested
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
