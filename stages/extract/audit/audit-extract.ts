import type { AuditMaterial } from '#shared/audit/material.ts'

/** What the parser makes of the page itself. */
export type AuditExtract = Pick<AuditMaterial, 'metadata' | 'structured'>
