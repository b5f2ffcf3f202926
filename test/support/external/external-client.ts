import { setTimeout as sleep } from 'node:timers/promises'

/** A record that a program outside the service writes. */
export interface ExternalRequest {
  readonly key?: Buffer | string | null
  /** The partition of the topic; absent = the producer chooses. */
  readonly partition?: number
  readonly value: Buffer | string | null
  readonly headers?: Readonly<Record<string, Buffer | string>>
}

/** A record that a program outside the service reads. */
export interface ExternalRecord {
  /** Without the prefix of the suite. */
  readonly topic: string
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer>>
}

/** A producer and consumer of the service's public topics that shares as little code with the service as possible. */
export interface ExternalClient {
  /** Resolves when the log has stored them. */
  produce(topic: string, records: readonly ExternalRequest[]): Promise<void>
  /** All records on the public topics so far, from the oldest one. */
  readonly records: readonly ExternalRecord[]
  close(): Promise<void>
}

export const publicTopics = [
  'result.snapshot',
  'result.metadata',
  'result.performance',
  'result.seo-audit',
  'result.site-report',
  'inspection.failed',
  'dead-letter',
]

export const BATCH = 'inspection.requested.batch'

/** A request in binary content mode (CloudEvents, Kafka binding, section 3.2). */
export function binaryRequest(
  id: string,
  data: unknown,
  attributes: Readonly<Record<string, string>> = {},
): ExternalRequest {
  return {
    key: null,
    value: JSON.stringify(data),
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_source: '/outside',
      ce_type: 'inspection.requested.v1',
      'content-type': 'application/json',
      ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value])),
    },
  }
}

/** The outcome of an inspection, for a consumer that drops repeats. */
export interface InspectionOutcome {
  readonly topic: string
  readonly eventId: string
  /** The text of the value, or the reference to it. */
  readonly content: string
}

/** All distinct outcomes by inspection (`ce_subject`): every list must have one entry. */
export function outcomesOf(records: readonly ExternalRecord[]): Map<string, InspectionOutcome[]> {
  const outcomes = new Map<string, InspectionOutcome[]>()
  for (const { topic, headers, value } of records) {
    if (topic === 'dead-letter') continue
    const id = String(headers.ce_subject)
    const outcome = { topic, eventId: String(headers.ce_id), content: String(headers.ce_dataref ?? value) }
    const known = outcomes.get(id) ?? []
    outcomes.set(id, known)
    if (!known.some((one) => JSON.stringify(one) === JSON.stringify(outcome))) known.push(outcome)
  }
  return outcomes
}

/** Counts the outcomes of the inspections with these ids: anything but `once` is an error. */
export function tally(ids: readonly string[], records: readonly ExternalRecord[]) {
  const wanted = new Set(ids)
  const outcomes = outcomesOf(records.filter(({ headers }) => wanted.has(String(headers.ce_subject))))
  const counts = ids.map((id) => outcomes.get(id)?.length ?? 0)
  return {
    once: counts.filter((count) => count === 1).length,
    lost: ids.filter((id) => !outcomes.has(id)),
    several: ids.filter((id) => (outcomes.get(id)?.length ?? 0) > 1),
  }
}

const OUTCOME_TIMEOUT_MS = 30_000
const POLL_MS = 20

/** The first record that ends the inspection; rejects when none arrives. */
export function outcomeRecord(client: ExternalClient, id: string): Promise<ExternalRecord> {
  return recordWhere(
    client,
    ({ topic, headers }) => topic !== 'dead-letter' && String(headers.ce_subject) === id,
  )
}

/** The first record on the public topics for which `matches` holds; rejects when none arrives. */
export async function recordWhere(
  { records }: ExternalClient,
  matches: (record: ExternalRecord) => boolean,
): Promise<ExternalRecord> {
  for (let waited = 0; waited < OUTCOME_TIMEOUT_MS; waited += POLL_MS) {
    const found = records.find(matches)
    if (found !== undefined) return found
    await sleep(POLL_MS)
  }
  throw new Error(`no matching record arrived within ${OUTCOME_TIMEOUT_MS} ms`)
}

/** The value of an event as JSON; {} for a record without a value. */
export function dataOf({ value }: ExternalRecord): Record<string, unknown> {
  return JSON.parse(String(value)) ?? {}
}
