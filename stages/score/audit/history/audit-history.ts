import type { ResultStore } from '#shared/ports/result-store.ts'
import {
  AUDITS_WITH_ISSUES,
  type AuditHistoryKey,
  type AuditRecord,
  auditHistoryKey,
  readAuditHistory,
} from '#shared/store/audit-history.ts'
import { withLock } from '#shared/store/with-lock.ts'
import type { AuditResult } from '../result/audit-result.ts'

/** Number of audits that are kept for one URL and device. */
const KEPT = 30

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
    .map((one, index) => (index < AUDITS_WITH_ISSUES ? one : { ...one, issues: [] }))
}

export type HistoryStore = Pick<ResultStore, 'get' | 'set' | 'acquireLease' | 'releaseLease'>

/**
 * Adds an audit to the history of its tenant, URL and device, which is kept for `ttlSeconds`. Resolves with the
 * history before that, latest first. A lock in the store keeps concurrent audits of all processes from losing an
 * entry. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable.
 */
export async function addToHistory(
  store: HistoryStore,
  historyKey: AuditHistoryKey,
  record: AuditRecord,
  ttlSeconds: number,
): Promise<AuditRecord[]> {
  const key = auditHistoryKey(historyKey)
  return withLock(store, `${key}:turn`, async () => {
    const history = await readAuditHistory(store, historyKey)
    await store.set(key, JSON.stringify(withRecord(history, record)), ttlSeconds)
    return history
  })
}
