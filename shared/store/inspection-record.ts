import { hash } from 'node:crypto'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'
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
}

/** The end of an interactive inspection: what a list shows of its outcome. */
export interface InspectionEnd {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Error code of a failure; null for a result. */
  readonly code: string | null
}

/** The record of a batch request. It takes few bytes, since there is one for each page for days. */
export type BatchRecord = Pick<InspectionRecord, 'tenant' | 'position' | 'ended' | 'lease' | 'digest'>

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

/** Format: `<r or e><lease> <tenant> <position> <digest>`; `r` = running, `e` = ended; an absent field is empty. */
export function batchRecordToText({ tenant, position, ended, lease = 1, digest }: BatchRecord): string {
  const owner = tenant === undefined ? '' : Buffer.from(tenant, 'hex').toString('base64url')
  return `${ended ? 'e' : 'r'}${lease} ${owner} ${position ?? ''} ${digest ?? ''}`
}

/** Parses a record: JSON, or the compact format of batch requests (JSON in earlier versions). */
export function inspectionRecordFromText(text: string): InspectionRecord {
  if (text.startsWith('{')) return fromJson(text)
  const [state = '', owner, position, digest] = text.split(' ')
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
  }
}

function fromJson(text: string): InspectionRecord {
  const record = JSON.parse(text) as InspectionRecord
  const { position } = record
  return position === undefined ? record : { ...record, position: shortPosition(position) }
}

/** The store of inspection records. */
export type RecordStore = Pick<KeyValues, 'get' | 'set' | 'claim'> & GroupedValues

/** Items of a batch whose records share a group. */
const GROUP = 128

/** The group of a batch item's record, its name there, and that of its lease; null for any other inspection, which has a key of its own. */
function groupedKey(
  id: string,
): { readonly group: string; readonly name: string; readonly leaseName: string } | null {
  if (!isItemId(id)) return null
  const dot = id.lastIndexOf('.')
  const seq = Number(id.slice(dot + 1))
  const name = String(seq % GROUP)
  return {
    group: `inspections:${id.slice(0, dot)}.${Math.floor(seq / GROUP)}`,
    name,
    leaseName: `${name}.lease`,
  }
}

/**
 * Reads the record of an inspection; null = none. The lease of a batch item is not in it, unless an earlier version wrote it.
 */
export async function readRecord(store: RecordStore, id: string): Promise<InspectionRecord | null> {
  const key = groupedKey(id)
  const text = await (key === null ? store.get(inspectionKey(id)) : store.getIn(key.group, key.name))
  return text === null ? null : inspectionRecordFromText(text)
}

/** Claims the id for a batch request. Null = `record` is the first one; otherwise the record of the first request. */
export async function claimRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
): Promise<InspectionRecord | null> {
  const [key, text] = [groupedKey(id), batchRecordToText(record)]
  if (key === null) {
    const first = await store.claim(inspectionKey(id), text, INSPECTION_TTL)
    return first === text ? null : inspectionRecordFromText(first)
  }
  const first = await store.claimIn(key.group, key.name, text, INSPECTION_TTL)
  if (first === text) return null
  const known = inspectionRecordFromText(first)
  const lease = Math.max(known.lease ?? 1, Number((await store.getIn(key.group, key.leaseName)) ?? 1))
  return { ...known, ...(lease > 1 && { lease }) }
}

/**
 * Writes the record of a batch request. The lease of a batch item is apart from the record, so that who records the end of
 * the item need not know it.
 */
export async function writeRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
  ttlSeconds: number,
): Promise<void> {
  const [key, text] = [groupedKey(id), batchRecordToText(record)]
  if (key === null) return store.set(inspectionKey(id), text, ttlSeconds)
  const { lease = 1 } = record
  if (lease > 1) await store.setIn(key.group, key.leaseName, String(lease), ttlSeconds)
  await store.setIn(key.group, key.name, text, ttlSeconds)
}

/** The end of a batch request: id, tenant, the last admitted release, and its outcome. */
export interface EndedRequest extends Pick<BatchRecord, 'tenant' | 'lease'> {
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
