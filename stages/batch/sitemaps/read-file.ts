import { setTimeout as sleep } from 'node:timers/promises'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, isUnavailable, unavailable } from '#shared/errors.ts'
import type { Lookups, SitemapPage, SitemapSummary } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/user-agents.ts'
import { sitemapLimits } from './limits.ts'

export interface FilePorts {
  readonly lookups: Pick<Lookups, 'listSitemap' | 'checkTarget' | 'robots'>
  readonly signal: AbortSignal
  /** Milliseconds between the first two tries. */
  readonly retryMs: number
}

/** Takes the parts of a sitemap. */
export type TakePart = (part: SitemapPage) => Promise<void>

/**
 * Reads one sitemap, several times if it does not answer: each time `begin` gives what takes its parts. While no fetch
 * stage answers, or what takes them is unavailable, it waits. Answers why the sitemap was not read whole; null when it was.
 */
export async function readFile(ports: FilePorts, url: string, begin: () => TakePart): Promise<string | null> {
  for (let tries = 1; ; ) {
    const end = await tryFile(ports, url, begin())
    if (end !== 'away') {
      const reason = isRefused(end) ? await refusalOf(ports, url) : reasonOf(end)
      if (reason === null || !isPassing(end) || tries === sitemapLimits.tries) return reason
      tries += 1
    }
    await sleep(ports.retryMs * (tries - 1) ** 2 || ports.retryMs, undefined, { signal: ports.signal })
  }
}

/** How a try ended: `late` when it used up its time, `failed` when the look-up did, `away` when it could not really be made. */
type Tried = SitemapSummary | 'late' | 'failed' | 'away'

async function tryFile({ lookups, signal }: FilePorts, url: string, take: TakePart): Promise<Tried> {
  const began = performance.now()
  try {
    return await listed(lookups.listSitemap(url, budget, signal), take)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    if (performance.now() - began >= budget.timeoutMs) return 'late'
    return isUnavailable(error) ? 'away' : 'failed'
  }
}

const budget = { timeoutMs: sitemapLimits.fileMs, lane: 'batch' } as const

async function listed(parts: AsyncIterable<SitemapPage>, take: TakePart): Promise<SitemapSummary> {
  for await (const part of parts) {
    await take(part)
    if (part.end !== null) return part.end
  }
  throw unavailable('look-ups')
}

/** Whether it may answer another time. */
function isPassing(end: Exclude<Tried, 'away'>): boolean {
  if (typeof end === 'string') return true
  const { status, error } = end
  return error === null ? status === 429 || (status ?? 0) >= 500 : error !== 'refused'
}

function isRefused(end: Exclude<Tried, 'away'>): boolean {
  return typeof end !== 'string' && end.error === 'refused'
}

const askBudget = { timeoutMs: 5000, lane: 'batch' } as const

/** Which it was is asked afterwards: what lists a sitemap does not tell. */
async function refusalOf({ lookups, signal }: FilePorts, url: string): Promise<string> {
  try {
    const target = await lookups.checkTarget(url, askBudget)
    if (target.kind === 'refused') return `may not be asked for: ${target.message}`
    const { state, allowed, line } = await lookups.robots(url, PRODUCT_TOKEN, askBudget)
    if (state !== 'found' || allowed) return 'leads to an address that may not be asked for'
    return `may not be asked for by robots.txt${line === null ? '' : ` (line ${line})`}`
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure || error instanceof ThrottledError)) throw error
    return 'may not be asked for, by robots.txt or by its address'
  }
}

function reasonOf(end: Exclude<Tried, 'away'>): string | null {
  if (end === 'late') return 'was not read in time'
  if (end === 'failed') return 'could not be read'
  const { status, error, fault, isCut, kind, entries } = end
  if (error !== null) return `was not read to its end: ${error}`
  if (status === null || status < 200 || status > 299) return `answered with status ${status}`
  if (fault !== null) return `is no well-formed sitemap: ${fault.message} (line ${fault.line})`
  if (isCut) return `is too large: of ${entries} entries was read`
  return kind === 'other' ? 'is no sitemap' : null
}
