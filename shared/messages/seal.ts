import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** Header with the seal of who released a request: feeders, who write to the same topic, can't make it. */
const SEAL = 'pp_origin'
/**
 * Header with the number of a release and a seal of its own: requests of feeders that were laid by have one as well, and
 * stages of former versions still know the other seal.
 */
const LEASE = 'pp_lease'
/** Ids of batch items, as `<id of the batch, a UUID>.<number>`. */
const ITEM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

export function isItemId(id: string): boolean {
  return ITEM.test(id)
}

/** The record of a batch's item, sealed: its id and its tenant are the batch part's word. */
export function sealRecord(record: NewRecord, secret: string): NewRecord {
  const { ce_id: id = '', ce_tenant: tenant = '' } = record.headers
  return { ...record, headers: { ...record.headers, [SEAL]: sealOf(secret, String(id), String(tenant)) } }
}

/** Whether the record's seal is that of its event; false where it has none. */
export function hasValidSeal(
  { headers }: Pick<LogRecord, 'headers'>,
  event: CloudEvent,
  secret: string,
): boolean {
  return isSame(headers[SEAL]?.toString() ?? '', sealOf(secret, event.id, event.attributes.tenant ?? ''))
}

export function hasSeal({ headers }: Pick<LogRecord, 'headers'>): boolean {
  return SEAL in headers
}

/** The record with the number of its release, from 1, sealed together with the inspection's id. */
export function withLease(record: NewRecord, id: string, lease: number, secret: string): NewRecord {
  return { ...record, headers: { ...record.headers, [LEASE]: `${lease}.${leaseSealOf(secret, id, lease)}` } }
}

/** Whether the record claims to be released again. */
export function isReleasedAgain({ headers }: Pick<LogRecord, 'headers'>): boolean {
  const received = headers[LEASE]?.toString() ?? ''
  return received !== '' && !received.startsWith('1.')
}

/** The number of the record's release; null where its seal is none for the inspection's id. */
export function verifiedLease(
  { headers }: Pick<LogRecord, 'headers'>,
  id: string,
  secret: string,
): number | null {
  const [, digits = '', seal = ''] = /^([1-9]\d{0,8})\.([\w-]+)$/.exec(headers[LEASE]?.toString() ?? '') ?? []
  const expected = leaseSealOf(secret, id, Number(digits))
  return isSame(seal, expected) ? Number(digits) : null
}

function leaseSealOf(secret: string, id: string, lease: number): string {
  return macOf(secret, JSON.stringify(['lease', id, lease]))
}

function sealOf(secret: string, id: string, tenant: string): string {
  return macOf(secret, `${id}\n${tenant}`)
}

function macOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
