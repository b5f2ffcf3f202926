import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { type AuditGroup, auditGroupsOf } from '#shared/operations/seo-audit.ts'
import type { AuditResult } from './audit-result.ts'

/** Keeps the sections that the `fields` parameter names. Each group has the name of its key. */
export function selectFields(result: AuditResult, fields: string): SeoAuditResult {
  const groups = new Set<string>(auditGroupsOf(fields))
  if (groups.has('all' satisfies AuditGroup)) return result
  const { schema_version, url, scannedAt, ...sections } = result
  const wanted = Object.entries(sections).filter(([name]) => groups.has(name))
  return { schema_version, url, scannedAt, ...Object.fromEntries(wanted) }
}
