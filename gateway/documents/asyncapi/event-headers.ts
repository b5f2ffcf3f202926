import type { JsonSchema } from '../json-schema.ts'

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }

const needed = {
  ce_specversion: { const: '1.0' },
  ce_id: { type: 'string', minLength: 1, description: 'Of a request: becomes the id of the inspection.' },
  ce_source: { type: 'string', minLength: 1 },
  'content-type': { const: 'application/json' },
}

const inspection = {
  ce_time: time,
  ce_expirytime: { ...time, description: 'When the inspection is of no use any more.' },
  ce_traceparent: { ...text, description: 'W3C trace context.' },
}

/** Schema of the headers of a request: CloudEvents 1.0, binary mode of the Kafka binding, section 3.2. */
export function requestHeaders(type: string): JsonSchema {
  const properties = { ...needed, ce_type: { const: type }, ...inspection }
  return { type: 'object', properties, required: [...Object.keys(needed), 'ce_type'] }
}

/** Schema of the headers of an event that ends an inspection. */
export function outcomeHeaders(type: string): JsonSchema {
  const own = {
    ...needed,
    ce_type: { const: type },
    ce_subject: { ...text, description: 'The id of the inspection.' },
    ce_time: time,
  }
  const properties = {
    ...own,
    ...inspection,
    ce_partitionkey: { ...text, description: 'The message key.' },
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
        'What stands in the way of the page, where the result is of that: challenge, captcha, denied or refused.',
    },
    ce_dataref: { ...text, format: 'uri', description: 'Where the value lies when it is over 256 KiB.' },
  }
  return { type: 'object', properties, required: Object.keys(own) }
}

/** Headers that are added to a record that cannot be read. */
export const deadLetterHeaders: JsonSchema = {
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
