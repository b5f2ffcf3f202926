import { isObject } from '#shared/is-object.ts'
import type { FailureData, Outcome } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import { ENDED, FAILED } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** That an interactive inspection ended, without its outcome, which the store has. */
export interface EndedInspection {
  readonly id: string
  /** Topic of the outcome. */
  readonly topic: string
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number
  /** Error code of a failure; null for a result. */
  readonly code: string | null
}

/** The record for the gateways: internal, and no event. The outcome is in the store before it is appended. */
export function endedRecord(id: string, outcome: Pick<Outcome, 'topic' | 'json'>): NewRecord {
  const { topic } = outcome
  const ended: EndedInspection = { id, topic, at: Date.now(), code: codeOf(outcome) }
  return { topic: ENDED, key: id, value: JSON.stringify(ended), headers: {} }
}

function codeOf({ topic, json }: Pick<Outcome, 'topic' | 'json'>): string | null {
  if (topic !== FAILED) return null
  return (parseJson(json) as Partial<FailureData> | undefined)?.code ?? 'INTERNAL_ERROR'
}

/** Null when the record tells of no end. An end in the future counts as now. */
export function endedOf({ value }: Pick<LogRecord, 'value'>): EndedInspection | null {
  const ended = parseJson(value?.toString('utf8') ?? '')
  if (!isObject(ended)) return null
  const { id, topic, at, code = null } = ended
  const isEnd = typeof id === 'string' && id !== '' && typeof topic === 'string' && typeof at === 'number'
  if (!isEnd || (code !== null && typeof code !== 'string')) return null
  return { id, topic, at: Math.min(at, Date.now()), code }
}
