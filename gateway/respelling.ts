import type { FailureData, Outcome, ResultData } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'

/** How one caller calls an inspection: the URL as written, and the id. */
export interface Spelling {
  readonly url: string
  readonly id: string
}

/** The outcome of somebody else's inspection (`id`) in the caller's own words: its URL, its id. */
export function respelled(outcome: Outcome, id: string, own: Spelling): Outcome {
  const data = JSON.parse(outcome.json) as ResultData | FailureData
  const words: Words = new Map([
    [data.url, own.url],
    [id, own.id],
  ])
  const changed = outcome.topic === FAILED ? inFailure(data as FailureData, words) : inResult(data, own.url)
  return { ...outcome, json: JSON.stringify({ ...changed, url: own.url }) }
}

type Words = ReadonlyMap<unknown, string>

function inResult(data: ResultData | FailureData, url: string): object {
  const { result } = data as ResultData
  return isObject(result) && 'url' in result ? { ...data, result: { ...result, url } } : data
}

function inFailure(data: FailureData, words: Words): object {
  const { details } = data
  if (Array.isArray(details)) return { ...data, details: details.map((one) => inDetails(one, words)) }
  return { ...data, details: inDetails(details, words) }
}

function inDetails(details: unknown, words: Words): unknown {
  if (!isObject(details)) return details
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, words.get(value) ?? value]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
