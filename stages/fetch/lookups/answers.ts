import type { Egress } from '#shared/egress/egress.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { ProbeAnswer, TargetDecision } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import { unanswered } from '../http/probe.ts'
import type { DescribeImage } from '../images/describe-image.ts'
import { type Robots, unread } from '../robots/robots.ts'
import type { Asker } from './askers.ts'
import type { CallContext, LookupHandlers } from './handlers.ts'

export interface LookupParts extends Asker {
  readonly egress: Egress
  readonly robots: Robots
  readonly describeImage: DescribeImage
  readonly fetchFile: LookupHandlers['fetchFile']
  readonly scanSitemap: LookupHandlers['scanSitemap']
  readonly listSitemap: LookupHandlers['listSitemap']
}

/** Probes of one call that run at a time. */
const PROBES = 10

/** What the fetch stage answers to the other parts. */
export function lookupHandlers(parts: LookupParts): LookupHandlers {
  const { egress, robots, describeImage, fetchFile, scanSitemap, listSitemap } = parts
  return {
    // A name that the DNS takes its time over is no refusal: the inspection itself will tell.
    checkTarget: (url, { deadlineMs, lane }) =>
      within(deadlineMs, judge(egress, url, lane), { kind: 'unresolvable' }),
    async robots(url, userAgent, { deadlineMs, lane }) {
      const late = unread(url, { state: 'unreachable', status: null })
      return within(deadlineMs, robots.verdict(url, userAgent, lane), late)
    },
    probe: (urls, context) => probeAll(parts, urls, context),
    describeImage,
    fetchFile,
    scanSitemap,
    listSitemap,
  }
}

async function judge(egress: Egress, url: string, lane: Lane): Promise<TargetDecision> {
  const verdict = await egress.check(url)
  if (verdict.kind === 'refused') return verdict
  const [address] = verdict.kind === 'allowed' && lane === 'batch' ? verdict.addresses : []
  return { kind: verdict.kind, ...(address !== undefined && { address }) }
}

/** What the work gives, or `late` when it takes longer. */
async function within<T>(deadlineMs: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, late)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

async function probeAll(
  { client, enter, probeTimeoutMs }: LookupParts,
  urls: readonly string[],
  { deadlineMs, signal }: CallContext,
): Promise<ProbeAnswer[]> {
  const until = performance.now() + deadlineMs
  const answers: ProbeAnswer[] = []
  let next = 0
  async function ask(url: string): Promise<ProbeAnswer> {
    const timeoutMs = Math.min(probeTimeoutMs, Math.floor(until - performance.now()))
    if (timeoutMs <= 0) return unanswered(url, 'timeout')
    return client.probe({ url, userAgent: userAgents.desktop, timeoutMs, signal, enter })
  }
  async function work(): Promise<void> {
    for (let index = next++; index < urls.length; index = next++) {
      answers[index] = await ask(urls[index] as string)
    }
  }
  await Promise.all(Array.from({ length: Math.min(PROBES, urls.length) }, work))
  return answers
}
