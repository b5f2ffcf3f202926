import { isObject } from '#shared/is-object.ts'
import type { FailureData, Outcome, ResultData } from '#shared/messages/events/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'

/** The URL as one caller wrote it, and the id of its inspection. */
export interface CallerIdentity {
  readonly url: string
  readonly id: string
}

/** The outcome of another caller's inspection `id` for this caller: with its URL and its id. */
export function forCaller(outcome: Outcome, id: string, caller: CallerIdentity): Outcome {
  const data = JSON.parse(outcome.json) as ResultData | FailureData
  const replacements: Replacements = new Map([
    [data.url, caller.url],
    [id, caller.id],
  ])
  const changed =
    outcome.topic === FAILED
      ? replaceInFailure(data as FailureData, replacements)
      : replaceInResult(data, caller.url)
  return { ...outcome, json: JSON.stringify({ ...changed, url: caller.url }) }
}

type Replacements = ReadonlyMap<unknown, string>

function replaceInResult(data: ResultData | FailureData, url: string): object {
  const { result } = data as ResultData
  return isObject(result) && 'url' in result ? { ...data, result: { ...result, url } } : data
}

function replaceInFailure(data: FailureData, replacements: Replacements): object {
  const { details } = data
  if (Array.isArray(details))
    return { ...data, details: details.map((detail) => replaceInDetails(detail, replacements)) }
  return { ...data, details: replaceInDetails(details, replacements) }
}

function replaceInDetails(details: unknown, replacements: Replacements): unknown {
  if (!isObject(details)) return details
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, replacements.get(value) ?? value]),
  )
}
