import { userAgents } from '#shared/web/user-agents.ts'
import { isAppShell } from '../../derived/page/app-shell.ts'
import type { Facts } from '../../facts/facts.ts'

/** Section `context`: the conditions of the audit. */
export function contextSection({ request, http, document, metadata }: Facts) {
  return {
    requested_url: request.url,
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
