import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'
import type { CodeMeasurement } from '../code/measure-code.ts'
import type { LoggedRequest } from './logged-request.ts'
import { followPage, makeRequestLog, type RequestLog } from './request-log.ts'

type ResponseOrigin = NonNullable<LabRequest['secondView']>

/** How each URL was served, or why that is unknown. */
export type RepeatView =
  | { readonly byUrl: ReadonlyMap<string, ResponseOrigin> }
  | { readonly missing: 'out_of_time' | 'load_failed' }

export interface RepeatViewOptions {
  readonly url: string
  /** The milestone of the first view, which ends this one too. */
  readonly waitUntil: WaitUntil
  /** Milliseconds. */
  readonly budgetMs: number
  readonly code?: CodeMeasurement
}

const MAX_REQUESTS = 10_000
/** The view ends when there is no new request for so long after its milestone, in milliseconds. */
const QUIET_MS = 500
/** The maximum wait for that after the milestone, in milliseconds. */
const MAX_QUIET_MS = 3000
/** Milliseconds without a new request, response or data after which requests that hang are no longer waited for. */
const STALLED_MS = 2000
const POLL_MS = 50
/** The part of the budget that is reserved for returning partial results, in milliseconds. */
const RESERVE_MS = 50
/** A URL that was served several times, as with a service worker, counts with the highest cost. */
const cost: Readonly<Record<ResponseOrigin, number>> = { cache: 0, revalidated: 1, network: 2 }

/**
 * Loads the page again in the same browser context, with the cache enabled, within `budgetMs`. Resolves with how each URL was served;
 * when the document is parsed but responses are missing, only for the others. The interception that blocks navigations must be off.
 * Measures the code that the page uses with `code`, in the time that is left.
 */
export async function loadRepeatView(tab: Tab, options: RepeatViewOptions): Promise<RepeatView> {
  const until = performance.now() + options.budgetMs - RESERVE_MS
  const result = await tab.guard(withTimeoutOrNull(reload(tab, options, until), options.budgetMs))
  return result ?? { missing: 'out_of_time' }
}

async function reload(
  tab: Tab,
  { url, waitUntil, code }: RepeatViewOptions,
  until: number,
): Promise<RepeatView> {
  const log = makeRequestLog({ mainFrameId: '', max: MAX_REQUESTS, isRefused: () => false })
  const { page, close } = await followPage(tab, log, { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
  try {
    // Requests of the first view that hang would keep the connections to their host from this one.
    await tab.cdp.send('Page.stopLoading')
    // Another session may have disabled it.
    await tab.cdp.send('Network.setCacheDisabled', { cacheDisabled: false })
    await page.send('Page.enable')
    await code?.start(page)
    const { parsed, loaded } = watchMilestones(page)
    const { errorText } = await page.send('Page.navigate', { url })
    if (errorText) return { missing: 'load_failed' }
    const isParsed = await withTimeoutOrNull(parsed, Math.max(0, until - performance.now()))
    if (isParsed === null) return { missing: 'out_of_time' }
    if (waitUntil === 'domcontentloaded' || (await waitForLoad(log, loaded, waitUntil, until)))
      await waitForQuiet(log, Math.min(until, performance.now() + MAX_QUIET_MS))
    const byUrl = originByUrl(log.requests())
    await code?.collect(log.requests(), until - performance.now())
    return { byUrl }
  } finally {
    await close()
  }
}

/** Resolve with the events of the next document: a load event before its DOMContentLoaded is that of the previous one. */
function watchMilestones(page: CDPSession) {
  const parsed = Promise.withResolvers<true>()
  const loaded = Promise.withResolvers<true>()
  page.once('Page.domContentEventFired', () => {
    parsed.resolve(true)
    page.once('Page.loadEventFired', () => loaded.resolve(true))
  })
  return { parsed: parsed.promise, loaded: loaded.promise }
}

/**
 * Whether the load event comes before `until`. With `networkidle0` and `networkidle2`, which do not demand it, also false as soon as
 * the page receives nothing more.
 */
async function waitForLoad(
  log: RequestLog,
  loaded: Promise<true>,
  waitUntil: WaitUntil,
  until: number,
): Promise<boolean> {
  const stalled = waitUntil === 'load' ? Number.POSITIVE_INFINITY : STALLED_MS
  const idleMs = makeIdleClock(() => progressOf(log))
  while (performance.now() < until && idleMs() < stalled) {
    if (await withTimeoutOrNull(loaded, POLL_MS)) return true
  }
  return false
}

/** Resolves when there are no new requests and all that do not hang have a response, at `until` at the latest. */
async function waitForQuiet(log: RequestLog, until: number): Promise<void> {
  const isAnswered = (request: LoggedRequest) => !isOpen(request)
  const idleMs = makeIdleClock(() => log.requests().length + log.requests().filter(isAnswered).length)
  while (performance.now() < until && idleMs() < (log.requests().some(isOpen) ? STALLED_MS : QUIET_MS)) {
    await delay(POLL_MS)
  }
}

/** Makes a clock that gives the milliseconds since `read` has given another number than before. */
function makeIdleClock(read: () => number): () => number {
  let value = read()
  let since = performance.now()
  return () => {
    const now = performance.now()
    const current = read()
    if (current !== value) since = now
    value = current
    return now - since
  }
}

/** A number that grows with each request, response and byte. */
function progressOf(log: RequestLog): number {
  return log
    .requests()
    .reduce((sum, request) => sum + 1 + (isOpen(request) ? 0 : 1) + request.decodedBytes, 0)
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
