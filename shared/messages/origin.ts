import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** Header with the seal of who released a request: feeders, who write to the same topic, can't make it. */
const SEAL = 'pp_origin'
/** Ids of batch items, as `<id of the batch, a UUID>.<number>`. */
const ITEM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

export function isItemId(id: string): boolean {
  return ITEM.test(id)
}

/** The record of a batch's item, sealed: its id and its tenant are the batch part's word. */
export function sealed(record: NewRecord, secret: string): NewRecord {
  const { ce_id: id = '', ce_tenant: tenant = '' } = record.headers
  return { ...record, headers: { ...record.headers, [SEAL]: sealOf(secret, String(id), String(tenant)) } }
}

/** Whether the record's seal is that of its event; false where it has none. */
export function isSealed(
  { headers }: Pick<LogRecord, 'headers'>,
  event: CloudEvent,
  secret: string,
): boolean {
  const shown = Buffer.from(headers[SEAL]?.toString() ?? '')
  const right = Buffer.from(sealOf(secret, event.id, event.attributes.tenant ?? ''))
  return shown.length === right.length && timingSafeEqual(shown, right)
}

export function hasSeal({ headers }: Pick<LogRecord, 'headers'>): boolean {
  return SEAL in headers
}

function sealOf(secret: string, id: string, tenant: string): string {
  return createHmac('sha256', secret).update(`${id}\n${tenant}`).digest('base64url')
}
