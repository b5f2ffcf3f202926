import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { isAppShell } from '../../derived/page/app-shell.ts'
import { requestedPage } from '../../derived/page/requested-page.ts'
import type { RuleResult } from '../../engine/run-rules.ts'
import type { Facts } from '../../facts/facts.ts'

/** Section `context`: the conditions of the audit. */
export function contextSection(facts: Facts) {
  const { request, http, document, metadata } = facts
  return {
    requested_url: requestedPage(facts).href,
    final_url: http.finalUrl.href,
    device: request.device,
    user_agent: userAgents[request.device],
    fetched_at: new Date(request.at).toISOString(),
    method: 'raw_html' as const,
    is_app_shell: isAppShell(document),
    page_type: metadata.content?.content_type ?? null,
    redirects: http.redirects.length,
  }
}

const security = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
] as const

/** Section `http`: that of `GET /metadata`, with the headers that rules check. */
export function httpSection({ http, metadata }: Facts) {
  const own = metadata.http
  return {
    final_url: http.finalUrl.href,
    status: http.status,
    content_type: http.header('content-type')[0] ?? null,
    response_size_bytes: http.bodyBytes,
    etag: own?.etag ?? null,
    cache_control: own?.cache_control ?? null,
    redirect_chain: http.redirects.map(({ url, status, location }) => ({ url, status, location })),
    version: http.version,
    ttfb_ms: http.ttfbMs === null ? null : Math.round(http.ttfbMs),
    content_encoding: http.header('content-encoding').join(', ') || null,
    charset: http.charset,
    security_headers: Object.fromEntries(
      security.map((name) => [name, http.header(name).join(', ') || null]),
    ),
  }
}

/**
 * Section `diagnostics`: which look-ups were done, which were skipped, and which rules are undecided
 * (`infra/docs/clients.md#seo-audit`).
 */
export function diagnosticsSection(
  { document, scriptless, robots, sitemaps, targets, structured }: Facts,
  { probes, unasked, timings }: AuditInput,
  ruleResults: readonly RuleResult[],
) {
  const idsOf = (kind: string) =>
    ruleResults.filter(({ verdict }) => verdict.kind === kind).map(({ rule }) => rule.id)
  return {
    rules: {
      not_applicable: idsOf('not_applicable'),
      undecided: ruleResults.flatMap(({ rule, verdict }) =>
        verdict.kind === 'not_decidable' ? [{ rule_id: rule.id, reason: verdict.reason }] : [],
      ),
    },
    gathered: {
      robots_txt: robots.state,
      sitemaps: sitemaps.files.length,
      sitemaps_complete: sitemaps.isComplete,
      probes: probes.length,
      targets: targets.size,
      unasked: [...unasked],
    },
    timings_ms: Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms)])),
    parsing: {
      elements: document.all.length,
      quirks_mode: document.quirks,
      truncated: document.cut,
      scriptless_parse: scriptless !== document,
      structured_data_truncated: structured.isCut,
    },
  }
}
