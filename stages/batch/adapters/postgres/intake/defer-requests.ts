import { serialize } from 'node:v8'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { logPosition as admittedAt } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { admittedId } from '#shared/messages/request-ids.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { EXTERNAL_PRODUCERS } from '../../../frontier/decisions/bounds.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import { storedText } from '../connection/values.ts'
import type { KeptRecord } from '../dispatch/item-rows.ts'
import type { QueueOptions } from '../queues/add-items.ts'
import { addToOwnQueues, returnToQueues } from '../queues/queue-rows.ts'
import { storedRoles } from '../schema/frontier-schema.ts'

interface Request {
  readonly event: CloudEvent
  readonly record: LogRecord
}

/** A row of `deferred`. */
interface KnownRequest {
  readonly place: number
  readonly id: string
  /** The log position where the request was first accepted. It distinguishes two requests with the same id. */
  readonly admitted: string
  /** The last position in the topic of deferred requests. */
  readonly log_offset: number
}

const KNOWN = `
  SELECT place, id, admitted, log_offset FROM deferred WHERE id = ANY($1::text[]) ORDER BY place FOR UPDATE`
const INSERT = `
  INSERT INTO deferred (id, admitted, log_offset, record)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[])
  ON CONFLICT (id) DO NOTHING RETURNING place, id`
/** The item of a deferred request has no fields of its own. The record has them all. */
const INSERT_ITEMS = `
  INSERT INTO items (batch, seq, queue, role, url)
  SELECT ${EXTERNAL_PRODUCERS}, seq, queue, ${storedRoles.page}, '' FROM unnest($1::bigint[], $2::bigint[]) AS given (seq, queue)`
const WAIT_AGAIN = `
  UPDATE items SET due_at = NULL, taker = NULL
  WHERE batch = ${EXTERNAL_PRODUCERS} AND seq = ANY($1::bigint[]) AND due_at IS NOT NULL RETURNING seq, queue`
const MOVED = `
  UPDATE deferred SET log_offset = given.log_offset FROM unnest($1::bigint[], $2::bigint[]) AS given (place, log_offset)
  WHERE deferred.place = given.place`

/**
 * Stores requests that a stage has deferred. Ignores records that are not events: no stage defers those. A request that was
 * dispatched and came back waits again.
 */
export async function deferRequests(
  options: QueueOptions & { readonly postgres: Postgres },
  records: readonly LogRecord[],
): Promise<void> {
  const requests = records.flatMap((record): Request[] => {
    const decoded = fromRecord(record)
    return 'reason' in decoded ? [] : [{ event: decoded.event, record }]
  })
  if (requests.length === 0) return
  await options.postgres.transaction(async (session) => {
    const ids = requests.map(idOf)
    const rows = await session.query<KnownRequest>(KNOWN, [ids])
    const known = new Map(rows.map((row) => [row.id, row]))
    await insertRequests(
      options,
      session,
      requests.filter((request) => !known.has(idOf(request))),
    )
    await deferAgain(session, known, requests)
  })
}

/** Of several records with one id the first one counts. */
async function insertRequests(
  { queueOf, perHost }: QueueOptions,
  session: Session,
  requests: readonly Request[],
): Promise<void> {
  const fresh = new Map(requests.toReversed().map((request) => [idOf(request), request]))
  if (fresh.size === 0) return
  const all = [...fresh.values()].reverse()
  const inserted = await session.query<Pick<KnownRequest, 'place' | 'id'>>(INSERT, [
    all.map(idOf),
    all.map(({ record }) => admittedAt(record)),
    all.map(({ record }) => record.offset),
    all.map(({ record: { key, value, headers } }) => serialize({ key, value, headers } satisfies KeptRecord)),
  ])
  if (inserted.length === 0) return
  const hostOf = ({ id }: { readonly id: string }) =>
    queueOf(describeRequest((fresh.get(id) as Request).event, 'batch').url)
  const queues = await addToOwnQueues(session, inserted.map(hostOf), perHost)
  await session.query(INSERT_ITEMS, [
    inserted.map(({ place }) => place),
    inserted.map((row) => queues.get(hostOf(row))),
  ])
}

function idOf({ event, record }: Request): string {
  return storedText(admittedId(record, event))
}

/**
 * Queues requests again that were dispatched and came back. Ignores any other record: another request with the same id, or the
 * same log position read again.
 */
async function deferAgain(
  session: Session,
  known: ReadonlyMap<string, KnownRequest>,
  requests: readonly Request[],
): Promise<void> {
  const offsets = new Map<number, number>()
  for (const request of requests) {
    const { record } = request
    const row = known.get(idOf(request))
    if (row === undefined || offsets.has(row.place)) continue
    if (row.admitted === storedText(admittedAt(record)) && record.offset > row.log_offset)
      offsets.set(row.place, record.offset)
  }
  if (offsets.size === 0) return
  const rows = await session.query<{ seq: number; queue: number }>(WAIT_AGAIN, [[...offsets.keys()]])
  if (rows.length === 0) return
  await session.query(MOVED, [rows.map(({ seq }) => seq), rows.map(({ seq }) => offsets.get(seq))])
  await returnToQueues(session, rows)
}
