import { type AuditParameters, auditGroupsOf } from '#shared/operations/seo-audit.ts'
import type { OperationRoute } from './operation.ts'

export const seoAudit: OperationRoute = {
  method: 'GET',
  entryStage: 'fetch',
  sharing: 'together',
  requiredDependencies: [],
  identity(parameters) {
    const { device, vitals, compare, fields } = parameters as unknown as AuditParameters
    const groups = auditGroupsOf(fields)
    return [device, vitals, compare, groups.includes('all') ? ['all'] : groups.toSorted()]
  },
  // A comparison needs a current result.
  bypassesCache: (parameters) => (parameters as unknown as AuditParameters).compare,
  answerTimeoutMs: () => 25_000,
  hasCacheHeader: true,
  presentCached: null,
}
