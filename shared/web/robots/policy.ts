import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsDecision, SiteFailure } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'

/** Which groups of robots.txt are enforced on interactive calls: infra/docs/clients.md#robots. */
export type RobotsPolicy = 'named' | 'strict' | 'off'

/** Whether a decision disallows the request: that of its own group always, that of `*` on the batch lane or by policy. */
export function isDisallowed(verdict: RobotsDecision, lane: Lane, policy: RobotsPolicy): boolean {
  const { allowed, state, group } = verdict
  if (policy === 'off' || allowed || state !== 'found') return false
  const namesThisBot = group?.toLowerCase() === PRODUCT_TOKEN.toLowerCase()
  return namesThisBot || policy === 'strict' || lane === 'batch'
}

/** The failure of a page that robots.txt disallows. */
export function robotsBlockedFailure(
  url: string,
  { robotsUrl }: Pick<RobotsDecision, 'robotsUrl'>,
  cause?: unknown,
): Failure {
  return new Failure(
    'ROBOTS_TXT_BLOCKED',
    'The robots.txt of the site does not allow this page to be inspected',
    { details: { url, robots_txt_url: robotsUrl, user_agent: PRODUCT_TOKEN }, cause },
  )
}

/** The page's own request fails in the same way: it is not sent, or nobody listens at its port. */
const failuresOfPage: ReadonlySet<SiteFailure | undefined> = new Set(['not_requested', 'connection_refused'])

/**
 * The failure that batch work ends with while the robots.txt is unreachable, once it was requested again often enough: all is
 * disallowed meanwhile (RFC 9309, section 2.3.1.4). Its reason is that of the site where no page of it could be requested
 * either. Null = the page is requested: the file does not forbid it, or the request will fail by itself.
 */
export function robotsUnavailableFailure(url: string, decision: RobotsDecision): Failure | null {
  const { state, allowed, status, siteFailure } = decision
  if (state !== 'unreachable' || allowed || failuresOfPage.has(siteFailure)) return null
  const cause = status ?? siteFailure ?? 'no complete response'
  return new Failure('URL_UNREACHABLE', `The robots.txt of the site cannot be read now (${cause})`, {
    details: { url, reason: siteFailure ?? 'robots_txt_unreachable', status_code: status ?? null },
  })
}
