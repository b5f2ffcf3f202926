import { hash } from 'node:crypto'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { workTopic } from '#shared/messages/topics.ts'

/** The record of an accepted inspection. */
export interface InspectionRecord {
  /** Id of the API key of the caller; null for a batch request, which keys with scope `batch` may read: see `tenant`. */
  readonly owner: string | null
  /** Tenant id of a batch request (`tenantIdOf`); absent for an external producer, whose requests every owner may read. */
  readonly tenant?: string
  readonly operation: string | null
  readonly url: string
  /** Identity that identical requests share; absent when other requests may not join it or get its cached result. */
  readonly identity?: string
  /** Id of the inspection in flight for another caller that answers this one as well. */
  readonly sameAs?: string
  /** Deadline in milliseconds since the epoch. Without an outcome long after it, the outcome was evicted. */
  readonly expiresAt?: number
  /** Log position of a batch request, until it has ended: it tells a redelivery from a duplicate. */
  readonly position?: string
  /** Set once a batch request has ended, so that it is not reported as running after its outcome expired. */
  readonly ended?: true
  /** Number of the last admitted release of a batch request; absent for the first, and for requests that the frontier did not release. */
  readonly lease?: number
  /** Digest of the outcome of a batch request that ended; kept while it is processed again. */
  readonly digest?: string
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
