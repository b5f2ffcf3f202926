import type { Failure } from '#shared/errors.ts'
import { type CloudEvent, toRecord } from '#shared/messages/cloud-event.ts'
import { type Inspection, inspectionEvent } from '#shared/messages/inspection.ts'
import { FAILED, resultTopic } from '#shared/messages/topics.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/** How an inspection ended: the event's topic and its value, or where the value lies. Stored and published alike. */
export interface Outcome {
  readonly topic: string
  readonly timing: string
  /** The value as JSON text; '' when `dataref` names it. */
  readonly json: string
  readonly dataref: string | null
  /** What stands in the way of the page, where the result is of that and not of the page: `challenge`, for one. */
  readonly blocked?: string
}

/** Value of a `result.*` event. */
export interface ResultData {
  readonly operation: string
  readonly parameters: unknown
  readonly url: string
  readonly result: unknown
}

/** Value of an `inspection.failed` event. */
export interface FailureData {
  readonly operation: string | null
  readonly parameters: unknown
  readonly url: string
  readonly stage: string
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details: unknown
}

/** `resultJson` is put into the value as it is, since it was made where the result was. */
export function resultOutcome(
  inspection: Inspection,
  resultJson: string,
  blocked: string | null = null,
): Outcome {
  if (inspection.operation === null) throw new Error('a result belongs to an operation')
  const { operation, parameters, url, timing } = inspection
  const head = JSON.stringify({ operation, parameters, url })
  return {
    topic: resultTopic(operation),
    timing,
    json: `${head.slice(0, -1)},"result":${resultJson}}`,
    dataref: null,
    ...(blocked !== null && { blocked }),
  }
}

export function failureOutcome(inspection: Inspection, stage: string, failure: Failure): Outcome {
  const { operation, parameters, url, timing } = inspection
  const data = { operation, parameters, url, stage, ...reportFailure(operation, failure) }
  return { topic: FAILED, timing, json: JSON.stringify(data satisfies FailureData), dataref: null }
}

/** The id of the one event that ends an inspection, whatever it says. */
function outcomeEventId(inspectionId: string): string {
  return `${inspectionId}:outcome`
}

/** The event that ends an inspection, with the tenant whose it is; none for a feeder's. */
export function outcomeRecord(inspection: Inspection, outcome: Outcome): NewRecord {
  const event = inspectionEvent(
    outcome.topic,
    outcomeEventId(inspection.id),
    inspection,
    outcome.json || null,
  )
  const attributes = {
    ...event.attributes,
    ...(outcome.timing && { timing: outcome.timing }),
    ...(outcome.dataref && { dataref: outcome.dataref }),
    ...(outcome.blocked && { blocked: outcome.blocked }),
  }
  return toRecord(outcome.topic, { ...event, attributes })
}

/** Reads an outcome back from its event. */
export function outcomeOf(topic: string, event: CloudEvent): Outcome {
  const { timing = '', dataref = null, blocked } = event.attributes
  return { topic, timing, json: event.json ?? '', dataref, ...(blocked !== undefined && { blocked }) }
}

/** One line of attributes, then the value untouched: cheap to write and to read. */
export function outcomeToText({ json, ...head }: Outcome): string {
  return `${JSON.stringify(head)}\n${json}`
}

export function outcomeFromText(text: string): Outcome {
  const end = text.indexOf('\n')
  return { ...JSON.parse(text.slice(0, end)), json: text.slice(end + 1) }
}
