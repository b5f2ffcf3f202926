import type { KeyValues, RecentText, RecentTexts } from '#shared/ports/result-store.ts'
import {
  type InspectionEnd,
  type InspectionRecord,
  inspectionRecordFromText,
} from '#shared/store/inspection-record.ts'
import { historyKey, INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'
import { hasEnded } from './status.ts'

export const inspectionStates = ['running', 'done', 'failed'] as const
export type InspectionState = (typeof inspectionStates)[number]

/** An interactive inspection as a list shows it. */
export interface ListedInspection {
  readonly id: string
  readonly operation: string
  /** As the caller wrote it. */
  readonly url: string
  readonly state: InspectionState
  /** Error code of a failed inspection, else null. */
  readonly code: string | null
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds from its creation to its end; null while it runs. */
  readonly ms: number | null
}

/** What to list; null = any. */
export interface HistoryQuery {
  readonly operation: string | null
  /** Host of the URL, with its port or without. */
  readonly host: string | null
  readonly state: InspectionState | null
  /** Maximum number of inspections of the page. */
  readonly limit: number
  /** `next` of the page before; null = from the newest. */
  readonly before: number | null
}

export interface HistoryPage {
  /** Newest first. */
  readonly inspections: readonly ListedInspection[]
  /** Where the next page begins; null = this is the last one. */
  readonly next: number | null
}

export interface HistoryPorts {
  readonly store: Pick<KeyValues, 'getMany'> & Pick<RecentTexts, 'recent'>
  /** Maximum number of inspections that a page looks at; absent = `HISTORY_SCANNED`. */
  readonly historyScanned?: number
}

/** Inspections of the last day that are listed for an owner: the newest. */
export const HISTORY_PER_OWNER = 10_000
/** Inspections that a page of the list looks at for those that its filters ask for. */
export const HISTORY_SCANNED = 1000
/** Inspections that a filtered page reads in one round trip. */
const CHUNK = 100

/** Lists an interactive inspection in the history of its tenant, which keeps the newest `keep` for a day. */
export function addToHistory(
  store: Pick<RecentTexts, 'addRecent'>,
  tenant: string,
  id: string,
  keep = HISTORY_PER_OWNER,
): Promise<void> {
  return store.addRecent(historyKey(tenant), id, { keep, ttlSeconds: INSPECTION_TTL })
}

/** Records how an interactive inspection ended. The first end stays. */
export async function recordEnd(
  store: Pick<KeyValues, 'set'>,
  { id, record }: { readonly id: string; readonly record: InspectionRecord },
  end: InspectionEnd,
): Promise<void> {
  if (record.end !== undefined) return
  const ended: InspectionRecord = { ...record, end }
  await store.set(inspectionKey(id), JSON.stringify(ended), INSPECTION_TTL)
}

/**
 * Reads a page of the history of a tenant. Looks at `historyScanned` inspections at most: a page may be short, even empty,
 * and have a `next`.
 */
export async function readHistory(
  ports: HistoryPorts,
  tenant: string,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const inspections: ListedInspection[] = []
  let next: number | null = null
  for await (const { position, listed, isLast } of scan(ports, tenant, query)) {
    next = isLast ? null : position
    if (listed !== null && matches(listed, query)) inspections.push(listed)
    if (inspections.length === query.limit) break
  }
  return { inspections, next }
}

/** An entry of the history. */
interface Scanned {
  readonly position: number
  /** Null when nothing is known of it any more. */
  readonly listed: ListedInspection | null
  /** Whether the history has no older entry. */
  readonly isLast: boolean
}

/** Up to `historyScanned` entries, newest first. */
async function* scan(
  { store, historyScanned = HISTORY_SCANNED }: HistoryPorts,
  tenant: string,
  query: HistoryQuery,
): AsyncGenerator<Scanned> {
  let { before } = query
  const size = isFiltered(query) ? CHUNK : query.limit
  for (let left = historyScanned; left > 0; left -= size) {
    const wanted = Math.min(size, left)
    const entries = await readEntries(store, tenant, before, wanted + 1)
    const chunk = entries.slice(0, wanted)
    const described = await describe(store, chunk)
    for (const [index, { position }] of chunk.entries()) {
      before = position
      yield { position, listed: described[index] ?? null, isLast: index + 1 === entries.length }
    }
    if (entries.length <= wanted) return
  }
}

/** Entries of the last day: a list outlives its older entries. */
async function readEntries(
  store: HistoryPorts['store'],
  tenant: string,
  before: number | null,
  count: number,
): Promise<RecentText[]> {
  const oldest = Date.now() - INSPECTION_TTL * 1000
  return (await store.recent(historyKey(tenant), before, count)).filter(({ at }) => at > oldest)
}

function isFiltered({ operation, host, state }: HistoryQuery): boolean {
  return operation !== null || host !== null || state !== null
}

function matches({ operation, url, state }: ListedInspection, query: HistoryQuery): boolean {
  return (
    (query.operation === null || query.operation === operation) &&
    (query.state === null || query.state === state) &&
    (query.host === null || hasHost(url, query.host))
  )
}

function hasHost(url: string, name: string): boolean {
  const { host, hostname } = new URL(url)
  return host === name || hostname === name
}

/** What is known of listed inspections; null for one that has no record, or no known end long after its deadline. */
async function describe(
  store: HistoryPorts['store'],
  entries: readonly RecentText[],
): Promise<(ListedInspection | null)[]> {
  const records = await readRecords(
    store,
    entries.map(({ text }) => text),
  )
  const leaderIds = [...records.values()].flatMap(({ sameAs }) => sameAs ?? [])
  const leaders = await readRecords(store, leaderIds)
  return entries.map(({ text: id, at }) => {
    const record = records.get(id)
    const deciding = record?.sameAs === undefined ? record : leaders.get(record.sameAs)
    return record === undefined ? null : listedOf(id, at, record, deciding ?? record)
  })
}

async function readRecords(
  store: HistoryPorts['store'],
  ids: readonly string[],
): Promise<Map<string, InspectionRecord>> {
  const texts = await store.getMany(ids.map(inspectionKey))
  return new Map(
    ids.flatMap((id, index) => {
      const text = texts[index]
      return typeof text === 'string' ? [[id, inspectionRecordFromText(text)] as const] : []
    }),
  )
}

/** `deciding` is the record of the inspection that answers. */
function listedOf(
  id: string,
  createdAt: number,
  { operation, url }: InspectionRecord,
  deciding: InspectionRecord,
): ListedInspection | null {
  const { end } = deciding
  const known = { id, operation: operation ?? '', url, createdAt }
  if (end === undefined)
    return hasEnded(deciding) ? null : { ...known, state: 'running', code: null, ms: null }
  const state = end.code === null ? 'done' : 'failed'
  return { ...known, state, code: end.code, ms: Math.max(0, Math.round(end.at - createdAt)) }
}
