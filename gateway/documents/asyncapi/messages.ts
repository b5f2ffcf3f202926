import { SOURCE_LIMIT } from '#shared/messages/request-ids.ts'
import { DEAD_LETTER, eventType, SITE_REPORT } from '#shared/messages/topics.ts'
import { eventValues } from '../event-schemas.ts'
import { eventsOf } from '../examples.ts'
import type { JsonSchema } from '../json-schema.ts'

/** The message of a topic, as AsyncAPI describes it. */
export interface Message {
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly headers: JsonSchema
  readonly [more: string]: unknown
}

const host = { type: 'string', description: 'Host of the target in lower case without port; else empty.' }
const free = { type: 'string', description: "Anything; the target's host is best." }

/** The message of a public topic. */
export function messageOf(topic: string, publicUrl: string): Message {
  if (topic === DEAD_LETTER) return deadLetter()
  const type = eventType(topic)
  const value = eventValues()[type] as JsonSchema
  const isRequest = topic.startsWith('inspection.requested.')
  return {
    name: type,
    title: value.title as string,
    summary: isRequest
      ? 'Structured mode (application/cloudevents+json) is accepted too. The same id twice of one source is one inspection.'
      : 'An event that comes again has the same ce_id. Where ce_dataref names the value, a small one stands in its place.',
    contentType: 'application/json',
    headers: isRequest ? requestHeaders(type) : outcomeHeaders(type),
    payload: value,
    externalDocs: { description: 'JSON Schema of the value', url: `${publicUrl}/schemas/${type}.json` },
    correlationId: {
      description: topic === SITE_REPORT ? 'The id of the batch.' : 'The id of the inspection.',
      location: `$message.header#/${isRequest ? 'ce_id' : 'ce_subject'}`,
    },
    bindings: { kafka: { key: isRequest ? free : host, bindingVersion: '0.5.0' } },
    ...examplesOf(topic),
  }
}

function deadLetter(): Message {
  return {
    name: DEAD_LETTER,
    title: 'Record that nobody can read',
    summary: 'Key, value and headers as they came, whatever they are, and why they lie here.',
    headers: deadLetterHeaders,
    ...examplesOf(DEAD_LETTER),
  }
}

function examplesOf(topic: string): { examples?: object[] } {
  const examples = eventsOf(topic).map(({ name, summary, headers, value }) => ({
    name,
    summary,
    headers,
    ...(topic !== DEAD_LETTER && { payload: value }),
  }))
  return examples.length === 0 ? {} : { examples }
}

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }

const needed = {
  ce_specversion: { const: '1.0' },
  ce_id: { type: 'string', minLength: 1, description: 'Of a request: becomes the id of the inspection.' },
  ce_source: {
    ...{ type: 'string', minLength: 1, maxLength: SOURCE_LIMIT },
    description: 'Of a request: at most 1,024 bytes. A request is its source and id.',
  },
  'content-type': { const: 'application/json' },
}

const inspection = {
  ce_time: time,
  ce_expirytime: { ...time, description: 'When the inspection is of no use any more.' },
  ce_traceparent: { ...text, description: 'W3C trace context.' },
}

/** Schema of the headers of a request: CloudEvents 1.0, binary mode of the Kafka binding, section 3.2. */
function requestHeaders(type: string): JsonSchema {
  const properties = { ...needed, ce_type: { const: type }, ...inspection }
  return { type: 'object', properties, required: [...Object.keys(needed), 'ce_type'] }
}

/** Schema of the headers of an event that ends an inspection. */
function outcomeHeaders(type: string): JsonSchema {
  const own = {
    ...needed,
    ce_type: { const: type },
    ce_subject: { ...text, description: 'The id of the inspection, or of the batch of a report.' },
    ce_time: time,
    ce_sequence: {
      type: 'string',
      pattern: '^\\d{16}$',
      description:
        'Orders the ends of a host; of several events with one ce_id the smallest is the first. Absent in events of versions before 2026-11-30.',
    },
  }
  const properties = {
    ...own,
    ...inspection,
    ce_partitionkey: { ...text, description: "The message key: the target's host, empty without one." },
    ce_operation: text,
    ce_lane: { enum: ['interactive', 'batch'] },
    ce_tenant: {
      ...text,
      description:
        'Whose inspection it was: the same for all of one owner, opaque; absent for a request of a feeder.',
    },
    ce_timing: { ...text, description: 'Milliseconds of each step, in the syntax of Server-Timing.' },
    ce_blocked: {
      ...text,
      description:
        'What blocks the page, where the result is of that: challenge, captcha, denied or refused.',
    },
    ce_requestid: { ...text, description: 'The ce_id of the request of a feeder; else absent.' },
    ce_requestsource: {
      ...text,
      description: 'The ce_source of the request of a feeder; absent for others, and where it is empty.',
    },
    ce_dataref: { ...text, format: 'uri', description: 'Where the value lies when it is over 256 KiB.' },
  }
  const required = Object.keys(own).filter((name) => name !== 'ce_sequence')
  return { type: 'object', properties, required }
}

/** Headers that are added to a record that cannot be read. */
const deadLetterHeaders: JsonSchema = {
  type: 'object',
  properties: {
    pp_reason: { ...text, description: 'Why it lies here.' },
    pp_topic: { ...text, description: 'Where it was.' },
    pp_partition: { type: 'string', pattern: '^\\d+$' },
    pp_offset: { type: 'string', pattern: '^\\d+$' },
    pp_last_offset: {
      type: 'string',
      pattern: '^\\d+$',
      description:
        'Of a record batch that cannot be decoded: the last of its offsets; pp_offset is the first.',
    },
  },
  required: ['pp_reason', 'pp_topic', 'pp_partition', 'pp_offset'],
}
