import { randomUUID } from 'node:crypto'
import { Failure, isUnavailable, unavailable } from '#shared/errors.ts'
import { type InspectionRequested, requestRecord } from '#shared/messages/inspection-requested.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/outcome.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import {
  INSPECTION_TTL,
  type InspectionRecord,
  inspectionKey,
  outcomeKey,
} from '#shared/pipeline/store-keys.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { Backing } from './backing.ts'
import type { ApiKey } from './keys.ts'
import type { WaitingRoom } from './waiting-room.ts'

export interface InspectionPorts {
  readonly log: EventLog
  readonly store: ResultStore
  readonly objects: ObjectStore
  readonly lookups: Lookups
  readonly backing: Backing
  readonly room: WaitingRoom
}

/** What a client asked for, checked. */
export interface Request {
  readonly operation: AvailableOperation
  readonly parameters: InspectionRequested['parameters']
  readonly owner: ApiKey
  readonly traceparent: string | null
  /** Milliseconds after which the answer is of no use any more. */
  readonly lifeMs: number
}

/** Where an inspection stands: ended with a whole outcome, still running, or not known (any more). */
export type Standing = { readonly outcome: Outcome } | 'running' | 'unknown'

/** The time in which an inner service must answer a call, so that a client hears of an outage within 2 s. */
const INNER_BUDGET_MS = 1500

export interface Inspections {
  /** Judges the target and publishes the request; resolves with the inspection's id once the log has it. */
  accept(request: Request): Promise<string>
  /** Accepts and waits; the outcome is null when it takes longer than `timeoutMs`. */
  acceptAndWait(
    request: Request,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<{ id: string; outcome: Outcome | null }>
  /** What `reader` may see of an inspection. */
  standing(id: string, reader: ApiKey): Promise<Standing>
}

export function makeInspections(ports: InspectionPorts): Inspections {
  const { backing, room } = ports

  async function prepare(request: Request): Promise<string> {
    backing.assertUp()
    await judge(ports, request)
    return randomUUID()
  }

  return {
    async accept(request) {
      const id = await prepare(request)
      await publish(ports, id, request)
      return id
    },
    async acceptAndWait(request, timeoutMs, signal) {
      const id = await prepare(request)
      const refused = new AbortController()
      const outcome = room.wait(id, timeoutMs, AbortSignal.any([signal, refused.signal]))
      outcome.catch(() => undefined) // judged below, once the request is published
      await publish(ports, id, request).catch((error: unknown) => {
        refused.abort(error)
        throw error
      })
      return { id, outcome: await located(id, outcome, ports) }
    },
    standing: (id, reader) => standingOf(ports, id, reader),
  }
}

/** An outage while waiting: the inspection goes on, so the caller is told where its answer will be. */
async function located(
  id: string,
  outcome: Promise<Outcome | null>,
  ports: InspectionPorts,
): Promise<Outcome | null> {
  try {
    return await whole(ports.objects, await outcome)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw new Failure('SERVICE_UNAVAILABLE', (error as Failure).message, { details: { id }, cause: error })
  }
}

async function judge({ lookups }: InspectionPorts, { parameters, traceparent }: Request): Promise<void> {
  const verdict = await lookups.judgeTarget(parameters.url, {
    timeoutMs: INNER_BUDGET_MS,
    ...(traceparent !== null && { traceparent }),
  })
  if (verdict.kind !== 'refused') return
  const { reason, message } = verdict
  throw new Failure('INVALID_URL', message, { details: { url: parameters.url, reason } })
}

async function publish({ log, store }: InspectionPorts, id: string, request: Request): Promise<void> {
  const { operation, parameters, owner, traceparent, lifeMs } = request
  const record: InspectionRecord = { owner: owner.id, operation, url: parameters.url }
  await store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL)
  const inspection: InspectionRequested = {
    id,
    operation,
    lane: 'interactive',
    parameters,
    url: parameters.url,
    expiresAt: Date.now() + lifeMs,
    traceparent,
    timing: '',
  }
  await log.append([requestRecord(inspection)])
}

async function standingOf(
  { store, objects }: InspectionPorts,
  id: string,
  reader: ApiKey,
): Promise<Standing> {
  const [recordText, outcomeText] = await store.getMany([inspectionKey(id), outcomeKey(id)])
  if (typeof recordText !== 'string') return 'unknown'
  const record = JSON.parse(recordText) as InspectionRecord
  const isReadable = record.owner === null ? reader.scopes.includes('batch') : record.owner === reader.id
  if (!isReadable) return 'unknown'
  if (typeof outcomeText !== 'string') return record.ended ? 'unknown' : 'running'
  const outcome = await whole(objects, outcomeFromText(outcomeText))
  return outcome === null ? 'unknown' : { outcome }
}

/** Fetches a value that lies in the object store. */
async function whole(objects: ObjectStore, outcome: Outcome | null): Promise<Outcome | null> {
  if (outcome === null || outcome.dataref === null) return outcome
  const object = await objects.get(`bodies/${outcome.dataref.split('/').at(-1)}`)
  if (object === null) throw unavailable('objects')
  return { ...outcome, json: object.body.toString('utf8'), dataref: null }
}
