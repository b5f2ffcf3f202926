import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AuditSiteFacts, FailedPageRule } from '#shared/messages/payloads/site-facts.ts'
import type { Intern } from './page-record.ts'
import { NumberReader, type NumberWriter } from './varints.ts'

/** The result of one item. Texts are numbers; 0 = none. */
export interface ResultRecord {
  readonly url: number
  /** Links away from a start page; null outside of crawls. */
  readonly depth: number | null
  /** Code of the failure, and its reason. */
  readonly code: number
  readonly reason: number
  /** Status of the response, as far as the result itself tells it. Of a failure it may be that of the site's robots.txt. */
  readonly status: number | null
  /** Milliseconds that the target took to answer; null when that is not known. */
  readonly ms: number | null
  readonly audit: AuditRecord | null
}

/** What an audit found. */
export interface AuditRecord {
  readonly ruleVersion: number
  readonly overall: number
  /** Category, and score in hundredths. */
  readonly byCategory: readonly (readonly [category: number, score: number])[]
  /** Id of the failed rule, and affected elements. */
  readonly rules: readonly (readonly [rule: number, elements: number])[]
  /** Ids of rules that could not be decided; none in records of former versions, which end before them. */
  readonly undecided: readonly number[]
  /** Points of the page's score that each of these rules takes, in hundredths; none in a record of an earlier version. */
  readonly points: readonly number[]
}

const HUNDREDTHS = 100

/** Writes the record of a result. */
export function writeResult(writer: NumberWriter, result: ResultRecord): Buffer {
  const { url, depth, code, reason, status, ms, audit } = result
  writer.number(url)
  writer.optional(depth)
  writer.number(code)
  writer.number(reason)
  writer.optional(status)
  writer.optional(ms)
  writer.number(audit === null ? 0 : 1)
  if (audit !== null) writeAudit(writer, audit)
  return writer.take()
}

function writeAudit(
  writer: NumberWriter,
  { ruleVersion, overall, byCategory, rules, undecided, points }: AuditRecord,
): void {
  writer.number(ruleVersion)
  writer.number(overall)
  writeList(writer, byCategory.flat())
  writeList(writer, rules.flat())
  writeList(writer, undecided)
  writeList(writer, points)
}

function writeList(writer: NumberWriter, numbers: readonly number[]): void {
  writer.number(numbers.length)
  for (const number of numbers) writer.number(number)
}

/** Reads what `writeResult` wrote. */
export function readResult(bytes: Uint8Array): ResultRecord {
  const reader = new NumberReader(bytes)
  return {
    url: reader.number(),
    depth: reader.optional(),
    code: reader.number(),
    reason: reader.number(),
    status: reader.optional(),
    ms: reader.optional(),
    audit: reader.number() === 0 ? null : readAudit(reader),
  }
}

function readAudit(reader: NumberReader): AuditRecord {
  const ruleVersion = reader.number()
  const overall = reader.number()
  const byCategory = pairsOf(listOf(reader))
  const rules = pairsOf(listOf(reader))
  return { ruleVersion, overall, byCategory, rules, undecided: listOf(reader), points: listOf(reader) }
}

function listOf(reader: NumberReader): number[] {
  const length = reader.number()
  const numbers = new Array<number>(length)
  for (let at = 0; at < length; at++) numbers[at] = reader.number()
  return numbers
}

function pairsOf(numbers: readonly number[]): (readonly [number, number])[] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => [
    numbers[2 * at] ?? 0,
    numbers[2 * at + 1] ?? 0,
  ])
}

/** The record of an audit's findings. */
export function auditRecordOf(audit: AuditSiteFacts, intern: Intern): AuditRecord {
  const { ruleVersion, overall, byCategory, rules, undecided = [] } = audit
  return {
    ruleVersion: intern(ruleVersion),
    overall,
    byCategory: Object.entries(byCategory).map(([name, score]) => [
      intern(name),
      Math.round(score * HUNDREDTHS),
    ]),
    rules: rules.map(({ id, elements }) => [intern(id), elements]),
    undecided: undecided.map(intern),
    points: rules.map(({ points }) => Math.round(points * HUNDREDTHS)),
  }
}

/** The record with other numbers for its texts. */
export function renumberResult(result: ResultRecord, numberOf: (text: number) => number): ResultRecord {
  const { url, code, reason, audit } = result
  const optional = (text: number) => (text === 0 ? 0 : numberOf(text))
  return {
    ...result,
    url: numberOf(url),
    code: optional(code),
    reason: optional(reason),
    audit: audit && {
      ...audit,
      ruleVersion: numberOf(audit.ruleVersion),
      byCategory: audit.byCategory.map(([category, score]) => [numberOf(category), score] as const),
      rules: audit.rules.map(([rule, elements]) => [numberOf(rule), elements] as const),
      undecided: audit.undecided.map(numberOf),
    },
  }
}

/** What an audit found of one rule. */
type FoundOfRule = Pick<FailedPageRule, 'message' | 'elements' | 'selector' | 'snippet' | 'evidence'>

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
