import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FailedPageRule } from '#shared/messages/payloads/site-facts.ts'

/** What an audit found of one rule. */
export type FoundOfRule = Pick<FailedPageRule, 'message' | 'elements' | 'selector' | 'snippet' | 'evidence'>

/** Fast compression: most of a record are selectors and markup that are alike. */
const LEVEL = 1
/** Bytes of a record, uncompressed: more than the limits of an audit's facts allow together. */
const MAX_BYTES = 8 * 1024 * 1024

/** Writes what an audit found, by the ids of the rules. */
export function writeFound(rules: readonly FailedPageRule[]): Buffer {
  const found = rules.map(({ id, message, elements, selector, snippet, evidence }) => [
    id,
    { message, elements, selector, snippet, evidence } satisfies FoundOfRule,
  ])
  return deflateRawSync(JSON.stringify(Object.fromEntries(found)), { level: LEVEL })
}

/** Reads what `writeFound` wrote, by the ids of the rules, which are own properties. */
export function readAllFound(record: Uint8Array): Readonly<Record<string, FoundOfRule>> {
  const json = inflateRawSync(record, { maxOutputLength: MAX_BYTES }).toString()
  return JSON.parse(json) as Record<string, FoundOfRule>
}

/** Reads what `writeFound` wrote of one rule; null when there is nothing. */
export function readFound(record: Uint8Array, rule: string): FoundOfRule | null {
  const found = readAllFound(record)
  return Object.hasOwn(found, rule) ? (found[rule] as FoundOfRule) : null
}
