import { Failure, type Operation } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { failureOutcome, type Outcome } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import { type Item, inspectionId } from './frontier/frontier.ts'

/** A line whose result is in the object store. No other line starts like this. */
const BY_REFERENCE = /^\{"n":\d+,"id":"(?:[^"\\]|\\.)*","dataref":/
/** Bytes of a line that tell whether it holds a reference. */
const HEAD_BYTES = 2048
const NEWLINE = 0x0a

interface LineByReference {
  readonly n: number
  readonly id: string
  readonly dataref: string
  readonly [name: string]: unknown
}

/**
 * Returns the line of a result file, with its newline: the event's value with the line number and the id. The
 * value is inserted as text, since parsing a large one would dominate the cost. The line holds a reference
 * when the value is in the object store.
 */
export function resultLine(n: number, item: Item, operation: string, outcome: Outcome): string {
  const id = inspectionId(item.batch, item.seq)
  const tail = item.depth === null ? {} : { depth: item.depth, from: item.from }
  const { dataref, json } = outcome
  const { parameters } = item
  const requestFields = { operation, parameters, url: parameters.url }
  if (dataref !== null) return `${JSON.stringify({ n, id, dataref, ...requestFields, ...tail })}\n`
  const value = toObjectText(json)
  if (value !== null) return `${spliceJson({ n, id }, value, tail)}\n`
  const note = 'the result cannot be read'
  return `${JSON.stringify({ n, id, ...requestFields, result: null, note, ...tail })}\n`
}

/**
 * Returns the outcome of an item that got no answer: a failure like any other. `endedAt`: in milliseconds since the
 * epoch.
 */
export function noResultOutcome(
  { batch, seq, parameters }: Item,
  operation: Operation,
  endedAt: number,
): Outcome {
  const about = { id: inspectionId(batch, seq), operation, parameters, url: parameters.url }
  const inspection: Inspection = { ...about, lane: 'batch', expiresAt: null, traceparent: null, timing: '' }
  const details = { request_id: about.id, timestamp: new Date(endedAt).toISOString() }
  const failure = new Failure('INTERNAL_ERROR', 'An unexpected error occurred', { details })
  return failureOutcome(inspection, 'batch', failure)
}

/** Tells from its first bytes whether a line holds a reference to its value. */
export function isByReference(lineStart: string): boolean {
  return BY_REFERENCE.test(lineStart)
}

/**
 * Returns the line for a reader, with its newline. `read` returns the value, or null when it is not stored
 * any more.
 */
export async function loadLine(
  line: string,
  read: (dataref: string) => Promise<string | null>,
): Promise<string> {
  const { n, id, dataref, operation, parameters, url, ...tail } = JSON.parse(line) as LineByReference
  const value = await read(dataref)
  const text = value === null ? null : toObjectText(value)
  if (text !== null) return `${spliceJson({ n, id }, text, tail)}\n`
  const note = 'the result is not stored any more'
  return `${JSON.stringify({ n, id, operation, parameters, url, result: null, dataref, note, ...tail })}\n`
}

/**
 * Yields the lines of a buffer of complete lines, with the values that are in the object store. `read` is as for
 * `loadLine`. Lines without a reference are passed on unchanged, many together.
 */
export async function* withLoadedValues(
  lines: Buffer,
  read: (dataref: string) => Promise<string | null>,
): AsyncGenerator<Uint8Array> {
  let start = 0
  let from = 0
  while (from < lines.length) {
    const end = lines.indexOf(NEWLINE, from) + 1
    if (isByReference(lines.toString('latin1', from, Math.min(end, from + HEAD_BYTES)))) {
      if (start < from) yield lines.subarray(start, from)
      yield Buffer.from(await loadLine(lines.toString('utf8', from, end), read))
      start = end
    }
    from = end
  }
  if (start < lines.length) yield lines.subarray(start)
}

/** Returns the text of a JSON object on one line. Null for any other text. */
function toObjectText(json: string): string | null {
  if (isOneLine(json)) return json
  const value = parseJson(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : null
}

/** Returns the text of an object with additional members before and after its own. */
function spliceJson(head: object, text: string, tail: object): string {
  const members = [head, text, tail].map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
  const inner = members.map((part) => part.slice(1, -1)).filter((part) => part !== '')
  return `{${inner.join(',')}}`
}

function isOneLine(json: string): boolean {
  return json.startsWith('{') && json.endsWith('}') && !json.includes('\n') && !json.includes('\r')
}
