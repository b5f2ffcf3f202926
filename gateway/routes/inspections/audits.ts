import type Router from '@koa/router'
import type { Context } from 'koa'
import { z } from 'zod'
import { Failure } from '#shared/errors.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { auditParameters } from '#shared/operations/seo-audit.ts'
import { AUDITS_WITH_ISSUES, type AuditHistoryKey, type AuditRecord } from '#shared/store/audit-history.ts'
import { type ApiKey, ownerOf } from '../../access/api-keys.ts'
import type { Inspections } from '../../inspections/inspections.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { parseStrictQuery } from '../request/strict-query.ts'

export interface AuditsOptions extends AuthOptions {
  readonly inspections: Inspections
  /** Reads a history of audits, latest first. */
  auditHistory(key: AuditHistoryKey): Promise<AuditRecord[]>
}

const { url, device } = auditParameters.shape

/** The query of `GET /audits`. */
export const auditsQuery = z.strictObject({
  url: url.describe('The page. The fragment of the URL does not count.'),
  device: device.describe('The device that the audits were made for.'),
})

/** The query of `GET /audits/{id}`. */
export const auditQuery = z.strictObject({
  url: url.optional().describe('The page: with it what is kept of an older audit is found.'),
  device: device.describe('The device of the audit, with `url`.'),
})

/** `GET /audits` and `GET /audits/{id}` (scope `seo-audit`): `infra/docs/clients.md#audits`. */
export function auditsRoutes(router: Router<CallState>, options: AuditsOptions): void {
  const requireKey = authenticate(options, 'seo-audit')
  router.get('/audits', requireKey, async (context) => {
    const page = parseStrictQuery(auditsQuery, context.querystring)
    const history = await options.auditHistory({ ...page, tenant: tenantIn(context) })
    context.body = { audits: history.map(auditBody) }
  })
  router.get('/audits/:id', requireKey, (context) => sendAudit(context, options))
}

function tenantIn(context: Context): string {
  return tenantIdOf(ownerOf(context.state.key as ApiKey))
}

/** Sends the full result while it is readable, else what the history keeps of it. */
async function sendAudit(context: Context, options: AuditsOptions): Promise<void> {
  const id = context.params.id as string
  const { url: page, device: of } = parseStrictQuery(auditQuery, context.querystring)
  const full = await fullResult(context, options, id)
  if (full !== null) {
    context.set('Content-Type', 'application/json; charset=utf-8')
    context.body = full
    return
  }
  const history =
    page === undefined ? [] : await options.auditHistory({ url: page, device: of, tenant: tenantIn(context) })
  const kept = keptAudit(history, id)
  if (kept === null) throw new Failure('NOT_FOUND', 'There is no such audit of this owner, or it is not kept')
  context.body = kept
}

/** The JSON text of the audit's result; null when it cannot be read, or is of something else. */
async function fullResult(
  context: Context,
  { inspections }: AuditsOptions,
  id: string,
): Promise<string | null> {
  const status = await inspections.status(id, context.state.key as ApiKey)
  if (typeof status === 'string' || 'failure' in status.answer) return null
  const { operation, resultJson } = status.answer
  return operation === 'seo-audit' ? resultJson : null
}

/** An audit of the list. */
export function auditBody({ inspectionId, scannedAt, overall, byCategory, ruleVersion }: AuditRecord) {
  return {
    id: inspectionId,
    scanned_at: scannedAt,
    overall,
    by_category: byCategory,
    rule_version: ruleVersion,
  }
}

/** What a history keeps of an audit: with its issues for the latest ones, else null for them. */
export function keptAudit(history: readonly AuditRecord[], id: string) {
  const index = history.findIndex(({ inspectionId }) => inspectionId === id)
  const record = history[index]
  if (record === undefined) return null
  return { ...auditBody(record), issues: index < AUDITS_WITH_ISSUES ? record.issues : null }
}
