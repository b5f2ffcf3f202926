import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** Header with the seal of the batch part. External producers, who write to the same topic, cannot make it. */
const SEAL = 'pp_origin'
/**
 * Header with the number of a release and a seal of its own. Deferred requests of external producers have it as well, and
 * stages of earlier versions still check the other seal.
 */
const LEASE = 'pp_lease'
/** Header with a seal of the item's manners. Stages of earlier versions, which know no manners, still check the first seal. */
const POLITENESS_SEAL = 'pp_politeness'
/** Ids of batch items: `<id of the batch, a UUID>.<number>`. */
const ITEM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/** Whether the id is that of a batch item. */
export function isItemId(id: string): boolean {
  return ITEM.test(id)
}

/** The batch of an inspection; null when it is none of a batch item. */
export function batchOfItem(id: string): string | null {
  return isItemId(id) ? id.slice(0, id.lastIndexOf('.')) : null
}

/** Seals the record of a batch item: its id, tenant and manners are claims of the batch part. */
export function sealRecord(record: NewRecord, secret: string): NewRecord {
  const { ce_id: id = '', ce_tenant: tenant = '', ce_politeness: politeness } = record.headers
  const seals = {
    [SEAL]: sealOf(secret, String(id), String(tenant)),
    ...(politeness !== undefined && {
      [POLITENESS_SEAL]: politenessSealOf(secret, String(id), String(politeness)),
    }),
  }
  return { ...record, headers: { ...record.headers, ...seals } }
}

/** Whether the record has valid seals for its event. */
export function hasValidSeal(
  { headers }: Pick<LogRecord, 'headers'>,
  { id, attributes: { tenant = '', politeness } }: Pick<CloudEvent, 'id' | 'attributes'>,
  secret: string,
): boolean {
  const isSealed = (name: string, seal: string) => isSame(headers[name]?.toString() ?? '', seal)
  return (
    isSealed(SEAL, sealOf(secret, id, tenant)) &&
    (politeness === undefined || isSealed(POLITENESS_SEAL, politenessSealOf(secret, id, politeness)))
  )
}

/** Whether the record has a seal, valid or not. */
export function hasSeal(record: Pick<LogRecord, 'headers' | 'headerTexts'>): boolean {
  return SEAL in (record.headerTexts ?? record.headers)
}

/** The record with the number of its release, from 1, sealed together with the id of the inspection. */
export function withLease(record: NewRecord, id: string, lease: number, secret: string): NewRecord {
  return { ...record, headers: { ...record.headers, [LEASE]: `${lease}.${leaseSealOf(secret, id, lease)}` } }
}

/** Whether the record claims to be a repeated release. */
export function isReleasedAgain({ headers }: Pick<LogRecord, 'headers'>): boolean {
  const received = headers[LEASE]?.toString() ?? ''
  return received !== '' && !received.startsWith('1.')
}

/** The number of the release; null without a valid seal for the id. */
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

function politenessSealOf(secret: string, id: string, politeness: string): string {
  return macOf(secret, JSON.stringify(['politeness', id, politeness]))
}

function macOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
