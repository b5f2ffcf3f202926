import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { type AuditRecord, withRecord } from './audit-record.ts'

export type HistoryStore = Pick<ResultStore, 'get' | 'set' | 'acquireLease' | 'releaseLease'>

/** One history: the audits of a URL on a device by one tenant. All producers of events share one history. */
export interface HistoryKey extends Pick<AuditParameters, 'url' | 'device'> {
  readonly tenant: Inspection['tenant'] | undefined
}

/** How long a lock lasts when its holder dies, in milliseconds; longer than a read and a write take. */
const LOCK_MS = 3000
const RETRY_MS = 20

/**
 * Adds an audit to the history of its tenant, URL and device, which is kept for `ttlSeconds`. Resolves with the
 * history before that, latest first. A lock in the store keeps concurrent audits of all processes from losing an
 * entry. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable.
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
    // A lock that cannot be released expires.
    await store.releaseLease(key, holder, 0).catch(() => undefined)
  }
}

function keyOf({ tenant = '', url, device }: HistoryKey): string {
  const page = new URL(url)
  page.hash = ''
  return `audits:${createHash('sha256').update(`${tenant} ${device} ${page.href}`).digest('hex')}`
}
