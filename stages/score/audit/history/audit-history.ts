import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Inspection } from '#shared/messages/inspection.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { type AuditRecord, withRecord } from './audit-record.ts'

export type HistoryStore = Pick<ResultStore, 'get' | 'set' | 'acquireLease' | 'releaseLease'>

/** Whose audit of what; nobody's history is shared with another owner, that of feeders is one. */
export interface HistoryKey extends Pick<AuditParameters, 'url' | 'device'> {
  readonly tenant: Inspection['tenant'] | undefined
}

/** Longer than a read and a write take; whoever dies with the turn holds the others up for so long, in milliseconds. */
const LOCK_MS = 3000
const RETRY_MS = 20

/**
 * Adds an audit to its owner's history of that page and device, kept for `ttlSeconds`; answers the history without it, the
 * latest first. Audits that end at the same time, in whatever process, take turns, so that none is lost. Rejects with
 * `SERVICE_UNAVAILABLE` when the store is away.
 */
export async function addToHistory(
  store: HistoryStore,
  historyKey: HistoryKey,
  record: AuditRecord,
  ttlSeconds: number,
): Promise<AuditRecord[]> {
  const key = keyOf(historyKey)
  return withLock(store, `${key}:turn`, async () => {
    const stored = await store.get(key)
    const history: AuditRecord[] = stored === null ? [] : JSON.parse(stored)
    await store.set(key, JSON.stringify(withRecord(history, record)), ttlSeconds)
    return history
  })
}

async function withLock<T>(store: HistoryStore, key: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  while ((await store.acquireLease(key, holder, LOCK_MS)) !== 'mine') await delay(RETRY_MS)
  try {
    return await work()
  } finally {
    // A turn that cannot be given back ends by itself.
    await store.releaseLease(key, holder, 0).catch(() => undefined)
  }
}

function keyOf({ tenant = '', url, device }: HistoryKey): string {
  const page = new URL(url)
  page.hash = ''
  return `audits:${createHash('sha256').update(`${tenant} ${device} ${page.href}`).digest('hex')}`
}
