import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'

/** The part of the audit's input that the parser thread makes from the page itself. */
export type AuditExtract = Pick<AuditInput, 'metadata' | 'structured'>
