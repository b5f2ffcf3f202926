import { appendAll } from '#shared/append-all.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'
import type { LinkAnswer, SiteStore } from './site-store.ts'
import type { FindTargets } from './targets.ts'

export interface SiteProbePorts {
  readonly maxProbes: number
  readonly lookups: Pick<Lookups, 'probe' | 'robots'>
  readonly sites: Pick<SiteStore, 'addProbes'>
  readonly targets: FindTargets
  readonly signal: AbortSignal
}

/** Links of one look-up. The fetch stage requests up to ten of them at a time. */
const PART = 20
/** Time of one look-up with the waits for permits of the hosts. */
const budget = { timeoutMs: 60_000, lane: 'batch' } as const

/**
 * Requests links of which nothing is known, and where their redirects lead, up to a limit, and stores the answers. Waits
 * while no fetch stage answers. A host that does not let its links be requested in time counts as unknown.
 */
export async function probeLinks(ports: SiteProbePorts, batch: string): Promise<void> {
  const asked = new Set<string>()
  while (asked.size < ports.maxProbes) {
    const left = ports.maxProbes - asked.size
    const found = await ports.targets(batch, left + asked.size, ports.signal)
    const urls = (found?.urls ?? []).filter((url) => !asked.has(url)).slice(0, left)
    if (urls.length === 0) return
    for (let from = 0; from < urls.length; from += PART)
      await probePart(ports, batch, urls.slice(from, from + PART))
    for (const url of urls) asked.add(url)
  }
}

async function probePart(ports: SiteProbePorts, batch: string, urls: readonly string[]): Promise<void> {
  const { lookups, signal } = ports
  const answers: LinkAnswer[] = []
  const probe = () => lookups.probe(urls, { ...budget, batch })
  for (const answer of await retryWhileUnavailable(probe, { signal })) {
    // A time that ran out says nothing about the link.
    if (answer.error === 'refused') appendAll(answers, await refusalOf(ports, answer.url))
    else if (answer.error !== 'timeout') answers.push(answer)
  }
  await ports.sites.addProbes(batch, answers)
}

/** Whether robots.txt was the reason of a refusal, as an answer. Other refusals say nothing about the link. */
async function refusalOf({ lookups, signal }: SiteProbePorts, url: string): Promise<LinkAnswer[]> {
  try {
    const { state, allowed } = await lookups.robots(url, PRODUCT_TOKEN, budget)
    const isForbidden = state === 'found' && !allowed
    return isForbidden ? [{ url, status: null, location: null, error: 'ROBOTS_TXT_BLOCKED' }] : []
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure || error instanceof ThrottledError)) throw error
    return []
  }
}
