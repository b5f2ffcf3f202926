import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** A record as a version of the service once published it, and what that version read in it. */
export interface EventFixture {
  readonly topic: string
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The value's bytes: as text where they are UTF-8. */
  readonly value: { readonly text: string } | { readonly base64: string } | null
  /** Names of the objects that the event needs, which lie beside the fixtures. */
  readonly objects: readonly string[]
  readonly meaning: unknown
}

/** The record as a log hands it out. */
export function recordOf({ topic, key, headers, value }: EventFixture): LogRecord {
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
  return {
    topic,
    partition: 3,
    offset: 17,
    key: key === null ? null : Buffer.from(key),
    value: bytesOf(value),
    headers: Object.fromEntries(bytes),
    timestamp: 1_700_000_000_000,
  }
}

function bytesOf(value: EventFixture['value']): Buffer | null {
  if (value === null) return null
  return 'text' in value ? Buffer.from(value.text) : Buffer.from(value.base64, 'base64')
}

/** Where the fixtures lie: a folder a version of an event, and one with the objects that they name. */
export const fixturesFolder = join(import.meta.dirname, '../../fixtures/events')

/** The file of an object: what was stored, in gzip. */
export function objectFile(name: string): string {
  return join(fixturesFolder, 'objects', `${name.replace('bodies/', '')}.gz`)
}

/** The stored objects of the fixtures: all that a reader of events asks of an object store. */
export const fixtureObjects = {
  async get(name: string) {
    return { body: gunzipSync(readFileSync(objectFile(name))), contentType: 'application/octet-stream' }
  },
}

/** A fixture of a record that was appended, without its meaning. */
export function fixtureOf(
  { topic, key, value, headers }: NewRecord,
  stored: ReadonlyMap<string, Buffer>,
): EventFixture {
  const texts = Object.entries(headers).map(([name, text]) => [name, String(text)])
  const bytes = value === null ? null : Buffer.from(value as string)
  return {
    topic,
    key: key === null ? null : String(key),
    headers: Object.fromEntries(texts),
    value: bytes === null ? null : textOrBase64(bytes),
    objects: namedObjects(`${bytes}${headers.ce_dataref ?? ''}`, stored),
    meaning: null,
  }
}

function textOrBase64(bytes: Buffer): NonNullable<EventFixture['value']> {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
}

/** A stored value may name another object. Pictures are none of what readers of events read. */
function namedObjects(text: string, stored: ReadonlyMap<string, Buffer>): string[] {
  const bodies = [...stored].filter(([name]) => name.startsWith('bodies/'))
  const named = bodies.filter(([name]) => text.includes(name))
  const inner = bodies.filter(([name]) => named.some(([, body]) => body.includes(name)))
  return [...new Set([...named, ...inner].map(([name]) => name))]
}
