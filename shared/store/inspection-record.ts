import { hash } from 'node:crypto'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'
import { placeOfItem } from '#shared/store/batch-items.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'

/** The record of an accepted inspection. */
export interface InspectionRecord {
  /** Id of the API key of the caller; null for a batch request, which keys with scope `batch` may read: see `tenant`. */
  readonly owner: string | null
  /**
   * Tenant id (`tenantIdOf`), whose keys may read the inspection; absent for an external producer, whose requests every owner
   * may read, and in interactive records of earlier versions.
   */
  readonly tenant?: string
  readonly operation: string | null
  readonly url: string
  /** Identity that identical requests share; absent when other requests may not join it or get its cached result. */
  readonly identity?: string
  /** Id of the inspection in flight for another caller that answers this one as well. */
  readonly sameAs?: string
  /** Deadline in milliseconds since the epoch. Without an outcome long after it, the outcome was evicted. */
  readonly expiresAt?: number
  /** How an interactive inspection ended; absent while it runs, and where it joined another one (`sameAs`). */
  readonly end?: InspectionEnd
  /** Log position of a batch request, until it has ended: it tells a redelivery from a duplicate. */
  readonly position?: string
  /** Set once a batch request has ended, so that it is not reported as running after its outcome expired. */
  readonly ended?: true
  /** Number of the last admitted release of a batch request; absent for the first, and for requests that the frontier did not release. */
  readonly lease?: number
  /** Digest of the outcome of a batch request that ended; kept while it is processed again. */
  readonly digest?: string
  /** Which request of a feeder it is: see `requestIdentity`. Absent for others, and in records of earlier versions. */
  readonly request?: string
}

/** The end of an interactive inspection: what a list shows of its outcome. */
export interface InspectionEnd {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Error code of a failure; null for a result. */
  readonly code: string | null
}

/** The record of a batch request. It takes few bytes, since there is one for each page for days. */
export type BatchRecord = Pick<
  InspectionRecord,
  'tenant' | 'position' | 'ended' | 'lease' | 'digest' | 'request'
>

const DIGEST_CHARACTERS = 12
const PLAIN_POSITION = /^[\w./-]{1,100}$/
const USUAL_TOPIC = `${workTopic('inspection.requested', 'batch')}/`

/** A digest of an outcome without its timing (72 bits of SHA-256, base64url). */
export function outcomeDigest({ topic, json, dataref }: Outcome): string {
  return shortHash(`${topic}\n${dataref ?? ''}\n${json}`)
}

/** A log position in few characters; a text that is no position (from a header) is hashed. */
export function shortPosition(position: string): string {
  const short = position.startsWith(USUAL_TOPIC) ? position.slice(USUAL_TOPIC.length) : position
  return PLAIN_POSITION.test(short) ? short : shortHash(short)
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARACTERS)
}

/**
 * Format: `<r or e><lease> <tenant> <position> <digest>`; `r` = running, `e` = ended; an absent field is empty. That of a
 * feeder's request ends in ` <request>`, which earlier versions pass over.
 */
export function batchRecordToText({
  tenant,
  position,
  ended,
  lease = 1,
  digest,
  request,
}: BatchRecord): string {
  const owner = tenant === undefined ? '' : Buffer.from(tenant, 'hex').toString('base64url')
  return `${ended ? 'e' : 'r'}${lease} ${owner} ${position ?? ''} ${digest ?? ''}${request ? ` ${request}` : ''}`
}

/** Parses a record: JSON, or the compact format of batch requests (JSON in earlier versions). */
export function inspectionRecordFromText(text: string): InspectionRecord {
  if (text.startsWith('{')) return fromJson(text)
  const [state = '', owner, position, digest, request] = text.split(' ')
  const lease = Number(state.slice(1))
  return {
    owner: null,
    operation: null,
    url: '',
    ...(owner && { tenant: Buffer.from(owner, 'base64url').toString('hex') }),
    ...(position && { position }),
    ...(state.startsWith('e') && { ended: true }),
    ...(lease > 1 && { lease }),
    ...(digest && { digest }),
    ...(request && { request }),
  }
}

function fromJson(text: string): InspectionRecord {
  const record = JSON.parse(text) as InspectionRecord
  const { position } = record
  return position === undefined ? record : { ...record, position: shortPosition(position) }
}

/** The store of inspection records. */
export type RecordStore = Pick<KeyValues, 'get' | 'set' | 'claim'> & GroupedValues

const NOTHING_KNOWN = { owner: null, operation: null, url: '' } as const

/**
 * Reads the record of an inspection; null = none. The lease of a batch item is not in it, unless an earlier version wrote it. Of
 * an item whose end is recorded only that is left.
 */
export async function readRecord(store: RecordStore, id: string): Promise<InspectionRecord | null> {
  const place = placeOfItem(id)
  const text = await (place === null
    ? store.get(inspectionKey(id))
    : store.getIn(place.group, place.names.record))
  if (text !== null) return inspectionRecordFromText(text)
  const hasEnded = place !== null && (await store.hasEndedIn(place.group, place.member))
  return hasEnded ? { ...NOTHING_KNOWN, ended: true } : null
}

/** Claims the id for a batch request. Null = `record` is the first one; otherwise the record of the first request. */
export async function claimRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
): Promise<InspectionRecord | null> {
  const [place, text] = [placeOfItem(id), batchRecordToText(record)]
  const first = await (place === null
    ? store.claim(inspectionKey(id), text, INSPECTION_TTL)
    : store.claimIn(place.group, place.names.record, text, INSPECTION_TTL))
  if (first === text) return null
  const known: InspectionRecord =
    first === null ? { ...NOTHING_KNOWN, ended: true } : inspectionRecordFromText(first)
  if (place === null) return known
  const lease = Math.max(known.lease ?? 1, Number((await store.getIn(place.group, place.names.lease)) ?? 1))
  return { ...known, ...(lease > 1 && { lease }) }
}

/**
 * Writes the record of a batch request. The lease of a batch item is apart from the record, so that it outlives that.
 */
export async function writeRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
  ttlSeconds: number,
): Promise<void> {
  const [place, text] = [placeOfItem(id), batchRecordToText(record)]
  if (place === null) return store.set(inspectionKey(id), text, ttlSeconds)
  const { group, names } = place
  const { lease = 1 } = record
  await Promise.all([
    store.setIn(group, names.record, text, ttlSeconds),
    ...(lease > 1 ? [store.setIn(group, names.lease, String(lease), ttlSeconds)] : []),
  ])
}

/** Takes back the end of a batch item that the frontier has lost and released again. */
export async function reopenItem(store: RecordStore, id: string): Promise<void> {
  const place = placeOfItem(id)
  if (place !== null) await store.reopenIn(place.group, place.member, INSPECTION_TTL)
}

/** The end of a batch request: id, tenant, the last admitted release, whose request it is, and its outcome. */
export interface EndedRequest extends Pick<BatchRecord, 'tenant' | 'lease' | 'request'> {
  readonly id: string
  readonly outcome: Outcome
}

/**
 * Records that a batch request has ended, so that it is neither reported as running after its outcome expired nor processed
 * again. Keys of its owner with scope `batch` may read it; any owner may read that of an external producer. Call it after
 * the outcome is in the log: until then a redelivery has to be processed. `ttlSeconds`: the retention of the outcome there.
 */
export async function markEnded(
  store: RecordStore,
  { id, outcome, ...record }: EndedRequest,
  ttlSeconds: number,
): Promise<void> {
  await writeRecord(store, id, { ...record, ended: true, digest: outcomeDigest(outcome) }, ttlSeconds)
}
