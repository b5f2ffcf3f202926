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
