import { setTimeout as delay } from 'node:timers/promises'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { Tab } from '../../tab/tab.ts'
import type { CodeMeasurement } from '../code/measure-code.ts'
import type { LoggedRequest } from './logged-request.ts'
import { followPage, makeRequestLog, type RequestLog } from './request-log.ts'

type ResponseOrigin = NonNullable<LabRequest['secondView']>

/** How each URL was served, or why that is unknown. */
export type RepeatView =
  | { readonly byUrl: ReadonlyMap<string, ResponseOrigin> }
  | { readonly missing: 'out_of_time' | 'load_failed' }

const MAX_REQUESTS = 20_000
/** The page is loaded when there is no new request for so long after the load event, in milliseconds. */
const QUIET_MS = 500
/** The maximum wait for that after the load event, in milliseconds. */
const MAX_QUIET_MS = 3000
const POLL_MS = 50
/** The part of the budget that is reserved for returning partial results, in milliseconds. */
const RESERVE_MS = 50
/** A URL that was served several times, as with a service worker, counts with the highest cost. */
const cost: Readonly<Record<ResponseOrigin, number>> = { cache: 0, revalidated: 1, network: 2 }

/**
 * Loads the page again in the same browser context, with the cache enabled, within `budgetMs`. Resolves with how each URL was served;
 * when the load event has come but responses are missing, only for the others. The interception that blocks navigations must be off.
 * Measures the code that the page uses with `code`, in the time that is left.
 */
export async function loadRepeatView(
  tab: Tab,
  url: string,
  budgetMs: number,
  code?: CodeMeasurement,
): Promise<RepeatView> {
  const until = performance.now() + budgetMs - RESERVE_MS
  const result = await tab.guard(withTimeoutOrNull(reload(tab, url, until, code), budgetMs))
  return result ?? { missing: 'out_of_time' }
}

async function reload(tab: Tab, url: string, until: number, code?: CodeMeasurement): Promise<RepeatView> {
  const log = makeRequestLog({ mainFrameId: '', max: MAX_REQUESTS, isRefused: () => false })
  const { page, close } = await followPage(tab, log, { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
  try {
    // Another session may have disabled it.
    await tab.cdp.send('Network.setCacheDisabled', { cacheDisabled: false })
    await page.send('Page.enable')
    await code?.start(page)
    const loaded = new Promise<true>((resolve) => page.once('Page.loadEventFired', () => resolve(true)))
    const { errorText } = await page.send('Page.navigate', { url })
    if (errorText) return { missing: 'load_failed' }
    const isLoaded = await withTimeoutOrNull(loaded, Math.max(0, until - performance.now()))
    if (isLoaded === null) return { missing: 'out_of_time' }
    await waitForQuiet(log, Math.min(until, performance.now() + MAX_QUIET_MS))
    const byUrl = originByUrl(log.requests())
    await code?.collect(log.requests(), until - performance.now())
    return { byUrl }
  } finally {
    await close()
  }
}

/** Resolves when there are no new requests and all have a response, at `until` at the latest. */
async function waitForQuiet(log: RequestLog, until: number): Promise<void> {
  let since = performance.now()
  let count = -1
  for (let now = since; now < until && now - since < QUIET_MS; now = performance.now()) {
    const { length } = log.requests()
    if (length !== count || log.requests().some(isOpen)) since = now
    count = length
    await delay(POLL_MS)
  }
}

/** A request counts as open until its response; its body is not needed. */
function isOpen({ response, endedAt }: LoggedRequest): boolean {
  return response === null && endedAt === null
}

function originByUrl(requests: readonly LoggedRequest[]): Map<string, ResponseOrigin> {
  const byUrl = new Map<string, ResponseOrigin>()
  for (const request of requests) {
    const { url, method, response, source } = request
    // Only GET can be served from the cache; a preflight or a form may have the same URL.
    if (response === null || method !== 'GET') continue
    const responseOrigin = source === 'worker' ? 'cache' : source
    // Where the cache follows redirects, only the final URL is reported.
    for (const one of new Set([url, response.url])) {
      const known = byUrl.get(one)
      if (known === undefined || cost[responseOrigin] > cost[known]) byUrl.set(one, responseOrigin)
    }
  }
  return byUrl
}
