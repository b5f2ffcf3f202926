import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'

/** What the parser makes of the page itself. */
export type AuditExtract = Pick<AuditInput, 'metadata' | 'structured'>
