import { DEAD_LETTER, eventType } from '#shared/messages/topics.ts'
import { eventValues } from '../event-schemas.ts'
import { eventsOf } from '../examples.ts'
import type { JsonSchema } from '../json-schema.ts'
import { deadLetterHeaders, outcomeHeaders, requestHeaders } from './event-headers.ts'

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
      ? 'Structured mode (application/cloudevents+json) is accepted too. The same id twice is one inspection.'
      : 'An event that comes again has the same ce_id. The value is empty where ce_dataref names it.',
    contentType: 'application/json',
    headers: isRequest ? requestHeaders(type) : outcomeHeaders(type),
    payload: value,
    externalDocs: { description: 'JSON Schema of the value', url: `${publicUrl}/schemas/${type}.json` },
    correlationId: {
      description: 'The id of the inspection.',
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
