import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** A record that a version of the service published, and the meaning that this version read in it. */
export interface EventFixture {
  readonly topic: string
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the value: as text when they are UTF-8. */
  readonly value: { readonly text: string } | { readonly base64: string } | null
  /** Names of the objects that the event refers to, which are stored beside the fixtures. */
  readonly objects: readonly string[]
  readonly meaning: unknown
}

/** The record as a log returns it. */
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

/** The folder of the fixtures: a folder for each version of an event, and one with the objects. */
export const fixturesFolder = join(import.meta.dirname, '../../fixtures/events')

/** The file of an object: its content in gzip. */
export function objectFile(name: string): string {
  return join(fixturesFolder, 'objects', `${name.replace('bodies/', '')}.gz`)
}

/** The stored objects of the fixtures, with the part of the object store that readers of events need. */
export const fixtureObjects = {
  async get(name: string) {
    return { body: gunzipSync(readFileSync(objectFile(name))), contentType: 'application/octet-stream' }
  },
}

/** Makes a fixture of an appended record, without its meaning. */
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

/** A stored value may name another object. Readers of events do not read images. */
function namedObjects(text: string, stored: ReadonlyMap<string, Buffer>): string[] {
  const bodies = [...stored].filter(([name]) => name.startsWith('bodies/'))
  const named = bodies.filter(([name]) => text.includes(name))
  const inner = bodies.filter(([name]) => named.some(([, body]) => body.includes(name)))
  return [...new Set([...named, ...inner].map(([name]) => name))]
}
