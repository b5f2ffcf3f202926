import { setTimeout as delay } from 'node:timers/promises'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab/tab.ts'
import { isWeb, navigationFailure, type RequestContext } from './client-failures.ts'
import { blockNavigation, dismissDialogs } from './contain-page.ts'
import { emulateDevice, emulateUserAgent } from './emulate-device.ts'
import { blankNavigation, type Navigation } from './main-document.ts'
import { classifyNetError } from './net-errors.ts'
import { type PageWatcher, watchPage } from './page-watcher.ts'
import {
  connectionsAllowed,
  makeNavigationSettling,
  type NavigationSettling,
  type SettledPage,
} from './settling.ts'

export interface VisitRequest {
  /** The caller's URL, which failures name. */
  readonly url: string
  readonly options: Pick<EffectiveSnapshot, 'device' | 'viewport' | 'timeout' | 'waitFor' | 'waitUntil'>
  readonly userAgent: string
  /** Maximum bytes that the page may load: the limit of the proxy, which failures name. */
  readonly maxBytes: number
}

/** Time for a page that navigated at the last moment, in milliseconds. */
const LAST_CHECK_MS = 500

/** A page that has settled. */
export interface VisitedPage {
  /** After redirects, and after navigations by the page itself. */
  readonly finalUrl: string
  /** Of the shown response; null where there was none, as with a service worker's cache. */
  readonly status: number | null
  readonly contentType: string | null
  /** What the browser takes the shown document for: by the content type, or by its content where that says nothing. */
  readonly mimeType: string
  /** From the start of the navigation to `waitUntil`, in milliseconds. */
  readonly pageLoadMs: number
}

/** A page that is loaded, and may still navigate to another document. */
export interface LoadedPage extends VisitedPage {
  /** Waits as long as pages take to start a follow-up navigation, then blocks navigations. Rejects like `startVisit`. Call it once. */
  settleAndHold(): Promise<StayedPage>
}

export interface StayedPage extends VisitedPage {
  /** Whether the page has navigated to another document since `startVisit` resolved. */
  readonly hasNavigatedAway: boolean
}

/**
 * Navigates a fresh tab to a page, waits as the options demand, and then blocks further navigations. Rejects with INVALID_URL,
 * URL_UNREACHABLE, TIMEOUT, RESPONSE_TOO_LARGE or UNSUPPORTED_CONTENT, and like `tab.guard`. A response with status 4xx or 5xx is a
 * page like any other; an error page of the browser itself is a failure.
 */
export async function visit(tab: Tab, request: VisitRequest): Promise<VisitedPage> {
  const loaded = await startVisit(tab, request)
  return loaded.settleAndHold()
}

/** Like `visit`, but resolves before it is known whether the page navigates on, so the caller can use the time: most pages do not. */
export async function startVisit(tab: Tab, request: VisitRequest): Promise<LoadedPage> {
  const { url, options, maxBytes } = request
  const { waitUntil, timeout, waitFor } = options
  const context = { url, timeout, maxBytes }
  const watcher = await tab.guard(prepareTab(tab, request))
  const settling = makeNavigationSettling(tab, watcher, waitUntil, context)
  const startedAt = performance.now()
  const deadline = startedAt + timeout + waitFor
  void navigate(tab, watcher, settling, context)
  await tab.guard(settling.waitForMilestone(startedAt + timeout))
  // A page that is navigated to meanwhile gets the rest of the time.
  if (waitFor > 0) await tab.guard(delay(waitFor))
  const first = await tab.guard(settling.waitForMilestone(deadline))
  return {
    ...toVisitedPage(first, startedAt),
    async settleAndHold() {
      await tab.guard(settling.waitForFollowUp(deadline))
      const last = await tab.guard(holdPage(tab, watcher, settling))
      return { ...toVisitedPage(last, startedAt), hasNavigatedAway: last.document !== first.document }
    },
  }
}

/** Prepares the tab so that the page is watched from its first request. */
async function prepareTab(tab: Tab, request: VisitRequest): Promise<PageWatcher> {
  dismissDialogs(tab)
  const prepareFrame = (session: Tab['cdp']) => emulateUserAgent(session, request.userAgent)
  const maxRequests = connectionsAllowed(request.options.waitUntil)
  const [watcher] = await Promise.all([
    watchPage(tab, { maxRequests, prepareFrame }),
    emulateDevice(tab.cdp, request),
  ])
  return watcher
}

/** Starts the navigation; reports its failure to `settling`. */
async function navigate(
  tab: Tab,
  watcher: PageWatcher,
  settling: NavigationSettling,
  context: RequestContext,
): Promise<void> {
  try {
    const { errorText = '', loaderId = '' } = await tab.cdp.send('Page.navigate', { url: context.url })
    if (errorText === '') return
    const navigation = await waitForLateResponse(watcher, loaderId, errorText)
    const failed = { ...blankNavigation, id: loaderId, urls: [context.url], ...navigation, error: errorText }
    settling.fail(navigationFailure(tab.proxy, context, failed))
  } catch (error) {
    settling.fail(error)
  }
}

/** Stops a pending navigation; checks a document once more that appeared at the last moment. */
async function holdPage(
  tab: Tab,
  { document }: PageWatcher,
  settling: NavigationSettling,
): Promise<SettledPage> {
  await blockNavigation(tab)
  if (document.isLeaving()) await tab.cdp.send('Page.stopLoading')
  return settling.waitForFollowUp(performance.now() + LAST_CHECK_MS)
}

function toVisitedPage({ document, navigation, reachedAt }: SettledPage, startedAt: number): VisitedPage {
  const { status, contentType } = navigation
  const { url: finalUrl, mimeType } = document
  return { finalUrl, status, contentType, mimeType, pageLoadMs: reachedAt - startedAt }
}

/** How much later than the failure the response that caused it may be reported, in milliseconds. */
const MAX_LAG_MS = 2000

/**
 * Resolves with the navigation that failed with `error`, including its response. A navigation that shows nothing failed because of its
 * response, and Chromium's network process reports responses through a channel of its own, which may be slower. Null when there was
 * no request.
 */
export async function waitForLateResponse(
  { document, changes }: Pick<PageWatcher, 'document' | 'changes'>,
  id: string,
  error: string,
): Promise<Navigation | null> {
  const until = performance.now() + MAX_LAG_MS
  for (;;) {
    const navigation = document.navigation(id)
    const left = until - performance.now()
    const isKnown =
      navigation === null || isAnswered(navigation) || classifyNetError(error).kind !== 'not_shown'
    if (isKnown || left <= 0) return navigation
    await changes.next(left)
  }
}

/** A navigation to a scheme other than http(s) gets no response. */
function isAnswered({ urls, status }: Navigation): boolean {
  return status !== null || !isWeb(urls.at(-1) ?? '')
}
