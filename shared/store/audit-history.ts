import { createHash } from 'node:crypto'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** The part of an audit that is kept to compare later audits with. */
export interface AuditRecord {
  readonly inspectionId: string
  /** ISO 8601. */
  readonly scannedAt: string
  readonly ruleVersion: string
  readonly overall: number
  readonly byCategory: Readonly<Record<string, number>>
  /** Kept for the latest `AUDITS_WITH_ISSUES` audits; empty in older ones, which keep only their scores. */
  readonly issues: readonly RecordedIssue[]
}

export interface RecordedIssue {
  readonly id: string
  readonly rule_id: string
  readonly severity: string
  readonly message: string
}

/** Number of audits of one history that keep their issues. */
export const AUDITS_WITH_ISSUES = 2

/** One history: the audits of a URL on a device by one tenant. All producers of events share one history. */
export interface AuditHistoryKey extends Pick<AuditParameters, 'url' | 'device'> {
  readonly tenant: Inspection['tenant'] | undefined
}

/** Key of the history in the store. The fragment of the URL does not count. */
export function auditHistoryKey({ tenant = '', url, device }: AuditHistoryKey): string {
  const page = new URL(url)
  page.hash = ''
  return `audits:${createHash('sha256').update(`${tenant} ${device} ${page.href}`).digest('hex')}`
}

/** Reads a history, latest audit first. */
export async function readAuditHistory(
  store: Pick<KeyValues, 'get'>,
  key: AuditHistoryKey,
): Promise<AuditRecord[]> {
  const stored = await store.get(auditHistoryKey(key))
  return stored === null ? [] : (JSON.parse(stored) as AuditRecord[])
}
