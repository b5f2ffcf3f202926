import type { Protocol } from 'puppeteer-core'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type {
  HostPermit,
  HostRateLimiter,
  HostResponse,
  RequestOf,
} from '#shared/politeness/host-rate-limiter.ts'
import { parseRetryAfter } from '#shared/politeness/responses/retry-after.ts'
import type { Tab, Tabs } from '../tab/tab.ts'
import { headerValue } from '../visit/main-document.ts'

/** The first response of the host. */
type FirstResponse = Pick<HostResponse, 'responseMs' | 'status' | 'retryAfterMs'>

export type RenderTabs = Pick<Tabs, 'useShared' | 'useExclusive'>

export interface VisitedHost {
  /** Of the page. */
  readonly url: string
  /** The Crawl-delay of its robots.txt. */
  readonly crawlDelayMs: number | null
  /** What the visit is part of. */
  readonly partOf: RequestOf
}

/**
 * Does the work while it holds a permit of the rate limit of the host. All that the page loads is part of the visit. Rejects like the
 * work; without the work, with `ThrottledError` when there is no permit at the moment, and with a `Failure` when the circuit of the host is open.
 */
export async function visitPolitely<T>(
  rateLimiter: HostRateLimiter,
  { url, crawlDelayMs, partOf }: VisitedHost,
  tabs: RenderTabs,
  work: (tabs: RenderTabs) => Promise<T>,
): Promise<T> {
  const permit = await acquirePermit(rateLimiter, url, partOf)
  const observed: { response: FirstResponse | null } = { response: null }
  const end = (error: unknown) => {
    const response = observed.response ?? { responseMs: null, status: null, retryAfterMs: null }
    return permit.release({
      ...response,
      crawlDelayMs,
      ...(partOf.batch !== undefined && { batch: partOf.batch }),
      isFailed: observed.response === null && isHostFailure(error),
    })
  }
  const observedTabs = observeTabs(tabs, (response) => {
    observed.response ??= response
  })
  try {
    const result = await work(observedTabs)
    await end(null)
    return result
  } catch (error) {
    await end(error)
    throw error
  }
}

async function acquirePermit(
  rateLimiter: HostRateLimiter,
  url: string,
  partOf: RequestOf,
): Promise<HostPermit> {
  const result = await rateLimiter.acquire(url, partOf)
  if ('retryAfterMs' in result) throw new ThrottledError(result.retryAfterMs, result.hostGroup)
  if ('circuitOpen' in result) throw result.circuitOpen
  return result.permit
}

function isHostFailure(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'URL_UNREACHABLE' || error.code === 'TIMEOUT')
}

function observeTabs(tabs: RenderTabs, onResponse: (response: FirstResponse) => void): RenderTabs {
  const observing =
    <T>(work: (tab: Tab) => Promise<T>) =>
    (tab: Tab) => {
      observeResponses(tab, onResponse)
      return work(tab)
    }
  return {
    useShared: (work, options) => tabs.useShared(observing(work), options),
    useExclusive: (work, options) => tabs.useExclusive(observing(work), options),
  }
}

/** Reports the responses to documents, including redirects; the first one is that of the page. */
function observeResponses({ cdp }: Pick<Tab, 'cdp'>, onResponse: (response: FirstResponse) => void): void {
  cdp.on('Network.requestWillBeSent', ({ type, redirectResponse }) => {
    if (type === 'Document' && redirectResponse) onResponse(toFirstResponse(redirectResponse))
  })
  cdp.on('Network.responseReceived', ({ type, response }) => {
    if (type === 'Document') onResponse(toFirstResponse(response))
  })
}

function toFirstResponse({ status, headers, timing }: Protocol.Network.Response): FirstResponse {
  const retryAfter = headerValue(headers, 'retry-after')
  const responseMs = timing === undefined ? null : Math.max(0, timing.receiveHeadersEnd - timing.sendStart)
  return { responseMs, status, retryAfterMs: retryAfter === null ? null : parseRetryAfter([retryAfter]) }
}
