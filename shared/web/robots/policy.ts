import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'

/** Which groups of robots.txt are enforced on interactive calls: infra/docs/contract.md#robots. */
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

/** The failure while the robots.txt answers with 5xx or 429; batch work retries later. */
export function robotsUnavailableFailure(url: string, status: number): Failure {
  return new Failure('URL_UNREACHABLE', `The robots.txt of the site cannot be read now (${status})`, {
    details: { url, reason: 'robots_txt_unreachable', status_code: status },
  })
}
