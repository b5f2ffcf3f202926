import { setTimeout as delay } from 'node:timers/promises'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab/tab.ts'
import { blockNavigation } from './block-navigation.ts'
import { dismissDialogs } from './dismiss-dialogs.ts'
import { emulateDevice, emulateUserAgent } from './emulation/emulate-device.ts'
import { navigationFailure, type RequestContext } from './failures/client-failures.ts'
import { waitForLateResponse } from './failures/late-response.ts'
import { type PageWatcher, watchPage } from './page-state/page-watcher.ts'
import {
  makeNavigationSettling,
  type NavigationSettling,
  type SettledPage,
} from './settling/navigation-settled.ts'
import { connectionsAllowed } from './settling/wait-until.ts'

export interface VisitRequest {
  /** The caller's, as failures name it. */
  readonly url: string
  readonly options: Pick<EffectiveSnapshot, 'device' | 'viewport' | 'timeout' | 'waitFor' | 'waitUntil'>
  readonly userAgent: string
  /** Bytes that the page may load: the proxy's limit, as failures name it. */
  readonly maxBytes: number
}

/** What a page has that went elsewhere at the last moment, in milliseconds. */
const LAST_CHECK_MS = 500

/** A page as it settled. */
export interface VisitedPage {
  /** Where redirects and the page itself led. */
  readonly finalUrl: string
  /** Of the answer shown; null where there was none, as from a service worker's cache. */
  readonly status: number | null
  readonly contentType: string | null
  /** From the start of the navigation to `waitUntil`, in milliseconds. */
  readonly pageLoadMs: number
}

/** A page that is loaded, and may still lead on. */
export interface LoadedPage extends VisitedPage {
  /** Waits for as long as pages take to lead on, then holds the page where it is. Rejects as `arrive` does. Call it once. */
  settleAndHold(): Promise<StayedPage>
}

export interface StayedPage extends VisitedPage {
  /** Whether the page is another than the one that was arrived at. */
  readonly hasNavigatedAway: boolean
}

/**
 * Takes a fresh tab to a page and waits as the options say; then the page is held where it is. Rejects with INVALID_URL,
 * URL_UNREACHABLE, TIMEOUT, RESPONSE_TOO_LARGE or UNSUPPORTED_CONTENT, and as the tab's guard does. What the target answers
 * with 4xx and 5xx is a page like any other; the browser's own error pages never are.
 */
export async function visit(tab: Tab, request: VisitRequest): Promise<VisitedPage> {
  const loaded = await startVisit(tab, request)
  return loaded.settleAndHold()
}

/** As `visit`, but before it is known whether the page leads on: most lead nowhere, and need not be waited for in idleness. */
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
  // Where the page leads on meanwhile, the new one has what is left of the time.
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

/** Makes the tab ready for a page that is watched from its first request. */
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

/** Begins the navigation; the arrival hears when it comes to nothing. */
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
    const emptyNavigation = {
      id: loaderId,
      urls: [context.url],
      status: null,
      location: null,
      contentType: null,
    }
    const failed = { ...emptyNavigation, ...navigation, error: errorText }
    settling.fail(navigationFailure(tab.proxy, context, failed))
  } catch (error) {
    settling.fail(error)
  }
}

/** A page that is on its way elsewhere by now stays all the same; one that just went there is judged once more. */
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
  return { finalUrl: document.url, status, contentType, pageLoadMs: reachedAt - startedAt }
}
