import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import { type AuditRequest, type AuditResult, auditResult } from './audit/audit-result.ts'
import { defaultBudgets } from './audit/document/parse-tree.ts'
import { factsOf } from './audit/facts-of.ts'
import { judgePage } from './audit/judge.ts'
import { rules } from './audit/rules.ts'

/** What a thread is asked: one page. */
export interface AuditTask {
  readonly material: AuditInput
  readonly body: Uint8Array
  readonly request: AuditRequest
}

export interface AuditAnswer {
  readonly result: AuditResult
  /** Rules that threw: defects of ours, for the log. */
  readonly broken: readonly { readonly id: string; readonly error: string }[]
}

/** Parses and judges one page. */
export function audit({ material, body, request }: AuditTask): AuditAnswer {
  const { url, device } = request
  const facts = factsOf(material, body, { url, device, budgets: defaultBudgets })
  const { judgements, broken } = judgePage(rules, facts)
  return {
    result: auditResult(facts, material, judgements, request),
    broken: broken.map(({ id, error }) => ({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })),
  }
}
