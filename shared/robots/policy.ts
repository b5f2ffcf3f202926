import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/user-agents.ts'

/** Decisions section 4: whose groups of robots.txt are enforced on interactive calls. */
export type RobotsPolicy = 'named' | 'strict' | 'off'

/** Whether a verdict keeps this service out: its own group always does, everybody's on the batch lane or by policy. */
export function isDisallowed(verdict: RobotsDecision, lane: Lane, policy: RobotsPolicy): boolean {
  const { allowed, state, group } = verdict
  if (policy === 'off' || allowed || state !== 'found') return false
  const namesThisBot = group?.toLowerCase() === PRODUCT_TOKEN.toLowerCase()
  return namesThisBot || policy === 'strict' || lane === 'batch'
}

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

/** The site answers its robots.txt with 5xx or 429: batch work comes back later. */
export function robotsUnavailableFailure(url: string, status: number): Failure {
  return new Failure('URL_UNREACHABLE', `The robots.txt of the site can not be read now (${status})`, {
    details: { url, reason: 'robots_txt_unreachable', status_code: status },
  })
}
