import { Failure, type Problem } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { toRecord } from '#shared/messages/events/cloud-event.ts'
import {
  expiryOf,
  type Inspection,
  inspectionEvent,
  inspectionFromEvent,
} from '#shared/messages/events/inspection.ts'
import { parseJson } from '#shared/messages/json.ts'
import { SOURCE_LIMIT } from '#shared/messages/request-ids.ts'
import { eventType, type Lane, workTopic } from '#shared/messages/topics.ts'
import { type AvailableOperation, checkParameters, isAvailable } from '#shared/operations/parameters.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/** A request on `inspection.requested.*`. */
export interface InspectionRequested extends Inspection {
  readonly operation: AvailableOperation
  readonly parameters: Readonly<Record<string, unknown>> & { readonly url: string }
}

/** The record of a request. The id of the request becomes that of the inspection. */
export function requestRecord(request: InspectionRequested): NewRecord {
  const topic = workTopic('inspection.requested', request.lane)
  const json = JSON.stringify({ operation: request.operation, parameters: request.parameters })
  return toRecord(topic, inspectionEvent(topic, request.id, request, json))
}

type RequestDescription = Inspection & { readonly data: unknown }

const cache = new WeakMap<CloudEvent, RequestDescription>()

/**
 * Describes a request before it is validated: enough to report a failure about it. The description is cached by event,
 * since a stage needs it for routing, scheduling and processing.
 */
export function describeRequest(event: CloudEvent, lane: Lane): RequestDescription {
  const cached = cache.get(event)
  if (cached?.lane === lane) return cached
  const description = describe(event, lane)
  cache.set(event, description)
  return description
}

function describe(event: CloudEvent, lane: Lane): RequestDescription {
  const data = event.json === null ? undefined : parseJson(event.json)
  const { operation, parameters } = (isObject(data) ? data : {}) as {
    operation?: unknown
    parameters?: unknown
  }
  const url = isObject(parameters) && typeof parameters.url === 'string' ? parameters.url : ''
  const known = isAvailable(operation) ? operation : null
  const about = { id: event.id, operation: known, parameters: parameters ?? null, url, timing: '', data }
  return { ...inspectionFromEvent(event, lane), ...about }
}

/** Validates a request event. Throws a Failure `VALIDATION_ERROR` that names every problem. */
export function parseRequest(event: CloudEvent, lane: Lane): InspectionRequested {
  const { data, ...description } = describeRequest(event, lane)
  const problems = [...envelopeProblems(event), ...dataProblems(data)]
  if (problems.length > 0 || description.operation === null) throw validationFailure(problems)
  const operation = description.operation as AvailableOperation
  const checked = checkParameters(operation, description.parameters ?? {}, true)
  if ('problems' in checked) throw validationFailure(checked.problems)
  return { ...description, operation, parameters: checked.parameters, url: checked.parameters.url }
}

/** The failure for problems of a request; its message joins those of the problems. */
export function validationFailure(problems: readonly Problem[]): Failure {
  return new Failure('VALIDATION_ERROR', problems.map((problem) => problem.message).join('; '), {
    details: problems,
  })
}

function envelopeProblems(event: CloudEvent): Problem[] {
  const problems: Problem[] = []
  const expected = eventType('inspection.requested')
  if (event.type !== expected) {
    problems.push(problem('type', expected, event.type, `type must be ${expected}`))
  }
  if (Buffer.byteLength(event.source) > SOURCE_LIMIT) {
    const [expected, received] = [`at most ${SOURCE_LIMIT} bytes`, event.source.slice(0, 200)]
    problems.push(problem('source', expected, received, `source must have ${expected}`))
  }
  const expiry = event.attributes.expirytime
  if (expiry !== undefined && expiryOf(event) === null) {
    problems.push(problem('expirytime', 'RFC 3339 time', expiry, 'expirytime must be an RFC 3339 time'))
  }
  return problems
}

function dataProblems(data: unknown): Problem[] {
  if (!isObject(data)) return [problem('data', 'object', typeName(data), 'data must be a JSON object')]
  if (isAvailable(data.operation)) return []
  const received = data.operation === undefined ? 'undefined' : String(data.operation).slice(0, 200)
  return [problem('operation', 'a known operation', received, 'operation must be one this service offers')]
}

function problem(field: string, expected: string, received: string, message: string): Problem {
  return { code: 'custom', expected, received, path: [field], message }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
