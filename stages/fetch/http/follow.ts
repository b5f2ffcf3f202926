import type { Egress } from '#shared/egress/egress.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { until } from './deadline.ts'
import type { Answer, Exchange } from './exchange.ts'
import { InvalidResponse, refused, unreachable } from './failures.ts'
import type { Enter, PageRequest, Redirect } from './page.ts'
import { redirectTarget } from './redirect.ts'
import { type Trail, withoutFragment } from './trail.ts'

/** The way to a page: what its last answer is and how it was reached. */
export interface Landing {
  readonly url: URL
  readonly answer: Answer
  readonly redirects: readonly Redirect[]
  readonly setCookies: readonly string[]
  /** Milliseconds from asking the last URL to its headers. */
  readonly answerMs: number
}

export interface Walk {
  /** As the caller spells it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxRedirects: number
  readonly redirectOverflow: PageRequest['redirectOverflow']
  readonly signal: AbortSignal
  readonly enter: Enter | undefined
  /** From where it goes on; notes each step. */
  readonly trail: Trail
}

export interface Guarded {
  readonly egress: Egress
  readonly exchange: Exchange
}

/**
 * Follows redirects (Fetch Standard, "HTTP-redirect fetch"; GET all along, no Referer) to the first answer that is none,
 * or that is one too many where that is an answer.
 * Every hop is judged and entered before it is asked. Cookies live as long as the trail.
 */
export async function follow({ egress, exchange }: Guarded, walk: Walk): Promise<Landing> {
  const { headers, maxRedirects, signal, trail } = walk
  const { jar, redirects } = trail
  let url = await entered(egress, trail.url, walk)
  for (;;) {
    const cookie = jar.header(url)
    const answer = await exchange({
      url,
      method: 'GET',
      headers: cookie === null ? headers : { ...headers, cookie },
      signal,
    })
    jar.store(url, answer.headers['set-cookie'] ?? [])
    const target = redirectTarget(answer.status, answer.headers, url)
    const isLast = redirects.length === maxRedirects && walk.redirectOverflow === 'answer'
    if (target === null || isLast)
      return { url, answer, redirects, setCookies: jar.seen, answerMs: performance.now() - answer.askedAt }
    await answer.leave()
    trail.spentMs += performance.now() - answer.askedAt
    if (target === 'unusable')
      throw new InvalidResponse('Location is not one URL of a length that is followed')
    if (redirects.length === maxRedirects) throw unreachable(walk.url, 'too_many_redirects')
    redirects.push({ url: url.href, status: answer.status, location: target.href })
    trail.url = target.href
    url = await entered(egress, target.href, walk)
  }
}

/**
 * The URL as the policy read it, once it may be asked. Throws `INVALID_URL` and `URL_UNREACHABLE` in the caller's terms,
 * and what `enter` rejects with.
 */
export async function entered(
  egress: Egress,
  target: string,
  walk: Pick<Walk, 'url' | 'signal' | 'enter'>,
): Promise<URL> {
  const url = await judged(egress, target, walk)
  if (walk.enter) await until(walk.enter(target, walk.signal), walk.signal)
  return url
}

async function judged(
  egress: Egress,
  target: string,
  { url, signal }: Pick<Walk, 'url' | 'signal'>,
): Promise<URL> {
  const verdict = await until(egress.check(target), signal)
  if (verdict.kind === 'allowed') return verdict.url
  if (verdict.kind === 'unresolvable') throw unreachable(url, 'dns_failure')
  throw refused(
    url,
    verdict.reason,
    target === withoutFragment(url) || target === url ? verdict.message : redirectRefused(verdict.reason),
  )
}

function redirectRefused(reason: RefusalReason): string {
  return `url redirects to a target that is not allowed (${reason})`
}
