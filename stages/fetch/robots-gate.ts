import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { TryLater } from '#shared/pipeline/try-later.ts'
import type { RobotsVerdict } from '#shared/ports/lookups.ts'
import type { Robots } from './robots/robots.ts'
import { INDEXING_TOKEN, PRODUCT_TOKEN } from './user-agents.ts'

/** Decisions section 4: whose groups of robots.txt are enforced on interactive calls. */
export type RobotsPolicy = 'named' | 'strict' | 'off'

export interface RobotsGate {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the site's robots.txt keeps this service out; on the batch lane with TryLater
   * when the site puts its robots.txt off (5xx, 429). Where nobody answers at all, the page itself will tell.
   */
  enter(url: string, lane: Lane): Promise<void>
  /** RFC 9309's verdict for the indexing crawler. */
  mayBeIndexed(url: string): Promise<boolean>
}

/** `laterMs` is how long batch work rests when a robots.txt is put off. */
export function makeRobotsGate(robots: Robots, policy: RobotsPolicy, laterMs: number): RobotsGate {
  return {
    async enter(url, lane) {
      if (policy === 'off') return
      const verdict = await robots.verdict(url, PRODUCT_TOKEN)
      if (verdict.allowed) return
      if (isEnforced(verdict, lane, policy)) throw blocked(url, verdict)
      const status = lane === 'batch' ? await robots.postponedBy(url) : null
      if (status !== null) throw new TryLater(postponed(url, status), laterMs)
    },
    async mayBeIndexed(url) {
      const { allowed } = await robots.verdict(url, INDEXING_TOKEN)
      return allowed
    },
  }
}

function isEnforced({ state, group }: RobotsVerdict, lane: Lane, policy: RobotsPolicy): boolean {
  if (state !== 'found') return false
  const isNamed = group?.toLowerCase() === PRODUCT_TOKEN.toLowerCase()
  return isNamed || policy === 'strict' || lane === 'batch'
}

function blocked(url: string, { robotsUrl }: RobotsVerdict): Failure {
  return new Failure(
    'ROBOTS_TXT_BLOCKED',
    'The robots.txt of the site does not allow this page to be inspected',
    {
      details: { url, robots_txt_url: robotsUrl, user_agent: PRODUCT_TOKEN },
    },
  )
}

function postponed(url: string, status: number): Failure {
  return new Failure('URL_UNREACHABLE', `The robots.txt of the site can not be read now (${status})`, {
    details: { url, reason: 'robots_txt_unreachable', status_code: status },
  })
}
