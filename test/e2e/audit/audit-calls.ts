import { expect } from 'chai'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { type ApiAnswer, type Called, getPath } from '#test/support/service/api-client.ts'

/** An audit with every group. */
export type WholeAudit = Required<SeoAuditResult>

const TIMEOUT_MS = 60_000

/** Calls `GET /seo-audit` without the cache. */
export function requestAudit(
  service: Called,
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const query = new URLSearchParams({ url, ...more })
  const headers = { 'cache-control': 'no-cache' }
  return getPath(service, `/seo-audit?${query}`, { headers, timeoutMs: TIMEOUT_MS })
}

/** Audits a page and returns the audit; fails unless it succeeds. */
export async function auditOf(
  service: Called,
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<WholeAudit> {
  const { status, text, json } = await requestAudit(service, url, more)
  expect(status, text.slice(0, 1000)).to.equal(200)
  return json as unknown as WholeAudit
}

/** Ids of the rules that failed. */
export function failedRules({ issues }: Pick<WholeAudit, 'issues'>): string[] {
  return issues.map(({ source_rule }) => source_rule)
}
