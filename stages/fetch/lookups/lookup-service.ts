import { makeSemaphore } from '#shared/async/semaphore.ts'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { ProbeAnswer, TargetDecision } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { failedProbe } from '../http/probe.ts'
import type { DescribeImage } from '../images/describe-image.ts'
import type { MakeThumbnail } from '../images/make-thumbnail.ts'
import { decideWithoutFile, type Robots } from '../robots/robots.ts'
import type { LookupClient } from './lane-clients.ts'
import type { CallContext, LookupHandlers } from './lookup-handlers.ts'

export interface LookupServiceParts extends LookupClient {
  readonly egress: Egress
  readonly robots: Robots
  readonly describeImage: DescribeImage
  readonly thumbnail: MakeThumbnail
  readonly fetchFile: LookupHandlers['fetchFile']
  readonly scanSitemap: LookupHandlers['scanSitemap']
  readonly listSitemap: LookupHandlers['listSitemap']
}

/** Concurrent probes of one call. */
const MAX_CONCURRENT_PROBES = 10

/** Makes the look-ups that the fetch stage offers to the other components. */
export function makeLookupService(parts: LookupServiceParts): LookupHandlers {
  const { egress, robots, describeImage, thumbnail, fetchFile, scanSitemap, listSitemap } = parts
  return {
    // Slow name resolution is not a refusal: the inspection itself will report it.
    checkTarget: async (url, { deadlineMs, lane }) =>
      (await withTimeoutOrNull(decideTarget(egress, url, lane), deadlineMs)) ?? { kind: 'unresolvable' },
    async robots(url, userAgent, { deadlineMs, lane, batch, politeness }) {
      const deciding = robots.decide(url, userAgent, lane, { batch, politeness })
      const decision = await withTimeoutOrNull(deciding, deadlineMs)
      return decision ?? decideWithoutFile(url, { state: 'unreachable', status: null })
    },
    probe: (urls, context) => probeAll(parts, urls, context),
    describeImage,
    thumbnail,
    fetchFile,
    scanSitemap,
    listSitemap,
  }
}

async function decideTarget(egress: Egress, url: string, lane: Lane): Promise<TargetDecision> {
  const decision = await egress.check(url)
  if (decision.kind === 'refused') return decision
  const [address] = decision.kind === 'allowed' && lane === 'batch' ? decision.addresses : []
  return { kind: decision.kind, ...(address !== undefined && { address }) }
}

async function probeAll(
  { client, beforeRequest, probeTimeoutMs }: LookupServiceParts,
  urls: readonly string[],
  { deadlineMs, signal, batch, politeness }: CallContext,
): Promise<ProbeAnswer[]> {
  const deadline = performance.now() + deadlineMs
  const probes = makeSemaphore(MAX_CONCURRENT_PROBES)
  async function probeOne(url: string): Promise<ProbeAnswer> {
    const timeoutMs = Math.min(probeTimeoutMs, Math.floor(deadline - performance.now()))
    if (timeoutMs <= 0) return failedProbe(url, 'timeout')
    const caller = { signal, beforeRequest, batch, politeness }
    return client.probe({ url, userAgent: userAgents.desktop, timeoutMs, ...caller })
  }
  return Promise.all(urls.map((url) => probes.run(() => probeOne(url), signal)))
}
