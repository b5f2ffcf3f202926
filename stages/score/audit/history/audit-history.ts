import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { AuditResult } from '../result/audit-result.ts'

/** The part of an audit that is kept to compare later audits with. */
export interface AuditRecord {
  readonly inspectionId: string
  /** ISO 8601. */
  readonly scannedAt: string
  readonly ruleVersion: string
  readonly overall: number
  readonly byCategory: Readonly<Record<string, number>>
  /** Kept for the latest two audits; older ones keep only their scores. */
  readonly issues: readonly RecordedIssue[]
}

export interface RecordedIssue {
  readonly id: string
  readonly rule_id: string
  readonly severity: string
  readonly message: string
}

/** Number of audits that are kept for one URL and device. */
const KEPT = 30
const WITH_ISSUES = 2

/** The record of an audit for its history. */
export function recordOf(inspectionId: string, { scannedAt, scoring, issues }: AuditResult): AuditRecord {
  return {
    inspectionId,
    scannedAt,
    ruleVersion: scoring.rule_version,
    overall: scoring.overall,
    byCategory: scoring.by_category,
    issues: issues.map(({ id, source_rule, severity, message }) => ({
      id,
      rule_id: source_rule,
      severity,
      message,
    })),
  }
}

/** The audits before this one, latest first. When the work is repeated, the history already holds this audit. */
export function previousAudits(history: readonly AuditRecord[], inspectionId: string): AuditRecord[] {
  return history.filter((record) => record.inspectionId !== inspectionId)
}

/** The history with one more audit, latest first. */
export function withRecord(history: readonly AuditRecord[], record: AuditRecord): AuditRecord[] {
  return [record, ...previousAudits(history, record.inspectionId)]
    .slice(0, KEPT)
    .map((one, index) => (index < WITH_ISSUES ? one : { ...one, issues: [] }))
}

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
