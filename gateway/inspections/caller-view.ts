import type { Operation } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'
import { type FailureData, type Outcome, resultText } from '#shared/messages/events/outcome.ts'
import { replaceMembers } from '#shared/messages/json-members.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { inspectedUrl } from '#shared/operations/rendered.ts'

/** The answer of an inspection: the JSON text of its result, which is never parsed, or its failure. */
export type Answer = AnsweredResult | AnsweredFailure

interface AnsweredResult {
  /** Value of the header Server-Timing. */
  readonly timing: string
  /** The operation whose result it is. */
  readonly operation: string
  readonly resultJson: string
}

interface AnsweredFailure {
  readonly timing: string
  readonly failure: FailureData
}

/** The URL as one caller wrote it, and the id of its inspection. */
export interface CallerIdentity {
  readonly url: string
  readonly id: string
}

const RESULT = 'result.'

/** The answer that an outcome holds. */
export function answerOf({ topic, timing, ...value }: Outcome): Answer {
  return topic === FAILED
    ? { timing, failure: JSON.parse(value.json) as FailureData }
    : { timing, operation: topic.slice(RESULT.length), resultJson: resultText(value) }
}

/**
 * The answer of the caller's own inspection `id`, for the caller: with its URL where a fragment of it was not published. An
 * answer of a batch or a feeder is left as it is.
 */
export function forOwnCaller(answer: Answer, id: string, operation: string | null, url: string): Answer {
  const isPublishedWhole = operation === null || inspectedUrl(operation as Operation, url) === url
  return isPublishedWhole ? answer : forCaller(answer, id, { id, url })
}

/** The answer of another caller's inspection `id` for this caller: with its URL and its id. */
export function forCaller(answer: Answer, id: string, caller: CallerIdentity): Answer {
  if ('failure' in answer) return { ...answer, failure: failureFor(answer.failure, id, caller) }
  const { resultJson } = answer
  const isObjectText = resultJson.startsWith('{')
  return isObjectText ? { ...answer, resultJson: replaceMembers(resultJson, { url: caller.url }) } : answer
}

function failureFor(failure: FailureData, id: string, caller: CallerIdentity): FailureData {
  const { details } = failure
  const replacements = new Map<unknown, string>([
    [failure.url, caller.url],
    [id, caller.id],
  ])
  const replace = (one: unknown) => replaceInDetails(one, replacements)
  return {
    ...failure,
    url: caller.url,
    details: Array.isArray(details) ? details.map(replace) : replace(details),
  }
}

function replaceInDetails(details: unknown, replacements: ReadonlyMap<unknown, string>): unknown {
  if (!isObject(details)) return details
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, replacements.get(value) ?? value]),
  )
}
