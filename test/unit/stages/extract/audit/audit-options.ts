import type { AuditOptions } from '#stages/extract/audit/audit-input.ts'

/** Limits of an audit, small enough to be reached. */
export const auditOptions: AuditOptions = {
  lookupsMs: 20_000,
  limits: { internalLinks: 5, externalLinks: 3, images: 4, resources: 3, alternates: 2 },
  bounds: { maxConcurrent: 8, maxConcurrentPerHost: 4, sitemaps: 3 },
}
