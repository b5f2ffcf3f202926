import { hash } from 'node:crypto'
import type { Outcome } from '#shared/messages/outcome.ts'
import { workTopic } from '#shared/messages/topics.ts'

/** An inspection as it was accepted. */
export interface InspectionRecord {
  /** Id of the API key that asked; null for a batch request, which keys with scope `batch` may read: see `tenant`. */
  readonly owner: string | null
  /** Of a batch request: who asked, as `tenantIdOf` gives it; absent for a feeder's, which every owner may read. */
  readonly tenant?: string
  readonly operation: string | null
  readonly url: string
  /** What it shares with requests that are the same, when others may join it and be given its result again. */
  readonly identity?: string
  /** Id of the inspection that was under way for another caller and answers this one, too. */
  readonly sameAs?: string
  /** When nobody works on it any more, in milliseconds since the epoch: without an outcome long after that, it was evicted. */
  readonly expiresAt?: number
  /** Where its request stands in the log: tells a redelivery from a repeat. Batch only, until it has ended. */
  readonly position?: string
  /** Set once a batch request has ended, so that an expired answer is not taken for one that still runs. */
  readonly ended?: true
  /** The last release of a batch request that was admitted; absent for the first, and for what the frontier did not release. */
  readonly lease?: number
  /** Of a batch request that has ended, `digestOf` its outcome; kept while it is worked on again. */
  readonly digest?: string
}

/** A batch request's record: what it says fits into few bytes, since there is one for each page for days. */
export type BatchRecord = Pick<InspectionRecord, 'tenant' | 'position' | 'ended' | 'lease' | 'digest'>

const DIGEST_CHARACTERS = 12
const PLAIN_POSITION = /^[\w./-]{1,100}$/
const USUAL_TOPIC = `${workTopic('inspection.requested', 'batch')}/`

/** Tells outcomes of an inspection apart (72 bits of SHA-256, base64url); how long they took does not count. */
export function outcomeDigest({ topic, json, dataref }: Outcome): string {
  return shortHash(`${topic}\n${dataref ?? ''}\n${json}`)
}

/** A position of the log in few characters, whatever a header says that it is. */
export function shortPosition(position: string): string {
  const short = position.startsWith(USUAL_TOPIC) ? position.slice(USUAL_TOPIC.length) : position
  return PLAIN_POSITION.test(short) ? short : shortHash(short)
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARACTERS)
}

/** `<r or e><lease> <tenant> <position> <digest>`: it runs or has ended; what is absent is empty. */
export function batchRecordToText({ tenant, position, ended, lease = 1, digest }: BatchRecord): string {
  const owner = tenant === undefined ? '' : Buffer.from(tenant, 'hex').toString('base64url')
  return `${ended ? 'e' : 'r'}${lease} ${owner} ${position ?? ''} ${digest ?? ''}`
}

/** Reads a record of either form back; those of batch requests were JSON as well in former versions. */
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
