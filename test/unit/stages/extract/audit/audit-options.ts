import type { AuditOptions } from '#stages/extract/audit/audit-material.ts'

/** Bounds of an audit, small enough to be reached. */
export const auditOptions: AuditOptions = {
  gatherMs: 20_000,
  fileMaxBytes: 100_000,
  limits: { internalLinks: 5, externalLinks: 3, images: 4, resources: 3, alternates: 2 },
  bounds: { atOnce: 8, perHost: 4, sitemaps: 3 },
}
