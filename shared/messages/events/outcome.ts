import type { Failure } from '#shared/errors.ts'
import { type CloudEvent, toRecord } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, inspectionEvent } from '#shared/messages/events/inspection.ts'
import {
  type FactsPlace,
  factsPlaceFromText,
  factsPlaceToText,
} from '#shared/messages/payloads/item-facts.ts'
import { FAILED, resultTopic } from '#shared/messages/topics.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** The outcome of an inspection: topic and value of its last event. It is stored and published in the same form. */
export interface Outcome {
  readonly topic: string
  readonly timing: string
  /**
   * The value as JSON text. When `dataref` refers to it: what stands in its place (`valueByReference`), or '' in what earlier
   * versions wrote.
   */
  readonly json: string
  readonly dataref: string | null
  /** Digits by which consumers order the ends of a host: see `nextSequence`. Absent in what earlier versions wrote. */
  readonly sequence?: string
  /** Where the text of the result begins in the value, up to the last brace. Absent in what others or earlier versions wrote. */
  readonly resultAt?: number
  /** Why the result is not about the page itself, for example `challenge`. */
  readonly blocked?: string
  /** Where the log has what a report on the site needs of the page. Only for items of batches. */
  readonly factsAt?: FactsPlace
}

/** What accompanies a result. */
export interface ResultNotes {
  readonly blocked?: string | null
}

/** Header with the place of the facts. It is no attribute of the event: consumers outside have no use for it. */
const FACTS_AT = 'pp_facts'

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

/** The outcome of a result. `resultJson` is inserted unchanged. Throws without an operation. */
export function resultOutcome(
  inspection: Inspection,
  resultJson: string,
  { blocked = null }: ResultNotes = {},
): Outcome {
  if (inspection.operation === null) throw new Error('a result belongs to an operation')
  const { operation, parameters, url, timing } = inspection
  const head = `${JSON.stringify({ operation, parameters, url }).slice(0, -1)},"result":`
  return {
    topic: resultTopic(operation),
    timing,
    json: `${head}${resultJson}}`,
    dataref: null,
    resultAt: head.length,
    ...(blocked !== null && { blocked }),
  }
}

/** The text of the result that an outcome holds. */
export function resultText({ json, resultAt }: Pick<Outcome, 'json' | 'resultAt'>): string {
  if (resultAt !== undefined) return json.slice(resultAt, -1)
  return JSON.stringify((JSON.parse(json) as ResultData).result ?? null)
}

/** The outcome of a failure at a stage, as the operation reports it. */
export function failureOutcome(inspection: Inspection, stage: string, failure: Failure): Outcome {
  const { operation, parameters, url, timing } = inspection
  const data = { operation, parameters, url, stage, ...reportFailure(operation, failure) }
  return { topic: FAILED, timing, json: JSON.stringify(data satisfies FailureData), dataref: null }
}

/** The record of an outcome, with the tenant of the inspection. */
export function outcomeRecord(inspection: Inspection, outcome: Outcome): NewRecord {
  // One event ends an inspection, whatever its outcome: it has one id.
  const id = `${inspection.id}:outcome`
  const event = inspectionEvent(outcome.topic, id, inspection, outcome.json || null)
  // How hosts were treated is no matter of those who read the outcome.
  const { politeness: _, ...own } = event.attributes
  const attributes = {
    ...own,
    ...(outcome.timing && { timing: outcome.timing }),
    ...(outcome.dataref && { dataref: outcome.dataref }),
    ...(outcome.blocked && { blocked: outcome.blocked }),
    ...(outcome.sequence && { sequence: outcome.sequence }),
  }
  const record = toRecord(outcome.topic, { ...event, attributes })
  const { factsAt } = outcome
  return factsAt === undefined
    ? record
    : { ...record, headers: { ...record.headers, [FACTS_AT]: factsPlaceToText(factsAt) } }
}

/** Reads an outcome from its event and the headers of its record, which anybody may have written. */
export function outcomeOf(
  { topic, headers }: Pick<LogRecord, 'topic' | 'headers'>,
  event: CloudEvent,
): Outcome {
  const { timing = '', dataref = null, blocked, sequence } = event.attributes
  const factsAt = factsPlaceFromText(headers[FACTS_AT]?.toString() ?? '')
  return {
    topic,
    timing,
    json: event.json ?? '',
    dataref,
    ...(blocked !== undefined && { blocked }),
    ...(sequence !== undefined && { sequence }),
    ...(factsAt !== null && { factsAt }),
  }
}

/** Serializes an outcome: a line of attributes, then the unchanged value. It is cheap to write and to read. */
export function outcomeToText({ json, ...head }: Outcome): string {
  return `${JSON.stringify(head)}\n${json}`
}

/** Parses what `outcomeToText` wrote. */
export function outcomeFromText(text: string): Outcome {
  const end = text.indexOf('\n')
  return { ...JSON.parse(text.slice(0, end)), json: text.slice(end + 1) }
}
