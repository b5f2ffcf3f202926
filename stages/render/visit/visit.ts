import { setTimeout as delay } from 'node:timers/promises'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab.ts'
import { type Arrival, makeArrival, type Settled } from './arrival.ts'
import { emulateDevice, emulateIdentity } from './emulate.ts'
import { type Asked, failureOf } from './failures.ts'
import { hold } from './hold.ts'
import { repelIntrusions } from './intrusions.ts'
import { lastAnswered } from './late-answer.ts'
import { connectionsAllowed } from './milestones.ts'
import { type Watch, watchPage } from './watch.ts'

export interface VisitRequest {
  /** The caller's, as failures name it. */
  readonly url: string
  readonly options: Pick<EffectiveSnapshot, 'device' | 'viewport' | 'timeout' | 'waitFor' | 'waitUntil'>
  readonly userAgent: string
  /** Bytes that the page may load: the proxy's limit, as failures name it. */
  readonly maxBytes: number
}

/** What a page has that went elsewhere at the last moment, in milliseconds. */
const LAST_LOOK_MS = 500

/** A page as it settled. */
export interface Visited {
  /** Where redirects and the page itself led. */
  readonly finalUrl: string
  /** Of the answer shown; null where there was none, as from a service worker's cache. */
  readonly status: number | null
  readonly contentType: string | null
  /** From the start of the navigation to `waitUntil`, in milliseconds. */
  readonly pageLoadMs: number
}

/** A page that is loaded, and may still lead on. */
export interface Arrived extends Visited {
  /** Waits for as long as pages take to lead on, then holds the page where it is. Rejects as `arrive` does. Call it once. */
  stay(): Promise<Stayed>
}

export interface Stayed extends Visited {
  /** Whether the page is another than the one that was arrived at. */
  readonly hasLeft: boolean
}

/**
 * Takes a fresh tab to a page and waits as the options say; then the page is held where it is. Rejects with INVALID_URL,
 * URL_UNREACHABLE, TIMEOUT, RESPONSE_TOO_LARGE or UNSUPPORTED_CONTENT, and as the tab's guard does. What the target answers
 * with 4xx and 5xx is a page like any other; the browser's own error pages never are.
 */
export async function visit(tab: Tab, request: VisitRequest): Promise<Visited> {
  const arrived = await arrive(tab, request)
  return arrived.stay()
}

/** As `visit`, but before it is known whether the page leads on: most lead nowhere, and need not be waited for in idleness. */
export async function arrive(tab: Tab, request: VisitRequest): Promise<Arrived> {
  const { url, options, maxBytes } = request
  const { waitUntil, timeout, waitFor } = options
  const asked = { url, timeout, maxBytes }
  const watch = await tab.guard(prepare(tab, request))
  const arrival = makeArrival(tab, watch, waitUntil, asked)
  const began = performance.now()
  const deadline = began + timeout + waitFor
  void depart(tab, watch, arrival, asked)
  await tab.guard(arrival.reach(began + timeout))
  // Where the page leads on meanwhile, the new one has what is left of the time.
  if (waitFor > 0) await tab.guard(delay(waitFor))
  const first = await tab.guard(arrival.reach(deadline))
  return {
    ...visitedOf(first, began),
    async stay() {
      await tab.guard(arrival.settle(deadline))
      const last = await tab.guard(holdWhere(tab, watch, arrival))
      return { ...visitedOf(last, began), hasLeft: last.document !== first.document }
    },
  }
}

/** Makes the tab ready for a page that is watched from its first request. */
async function prepare(tab: Tab, request: VisitRequest): Promise<Watch> {
  repelIntrusions(tab)
  const prepareFrame = (session: Tab['cdp']) => emulateIdentity(session, request.userAgent)
  const mostRequests = connectionsAllowed(request.options.waitUntil)
  const [watch] = await Promise.all([
    watchPage(tab, { mostRequests, prepareFrame }),
    emulateDevice(tab.cdp, request),
  ])
  return watch
}

/** Begins the navigation; the arrival hears when it comes to nothing. */
async function depart(tab: Tab, watch: Watch, arrival: Arrival, asked: Asked): Promise<void> {
  try {
    const { errorText = '', loaderId = '' } = await tab.cdp.send('Page.navigate', { url: asked.url })
    if (errorText === '') return
    const navigation = await lastAnswered(watch, loaderId, errorText)
    const nowhere = { id: loaderId, urls: [asked.url], status: null, location: null, contentType: null }
    const failed = { ...nowhere, ...navigation, error: errorText }
    arrival.fail(failureOf(tab.proxy, asked, failed))
  } catch (error) {
    arrival.fail(error)
  }
}

/** A page that is on its way elsewhere by now stays all the same; one that just went there is judged once more. */
async function holdWhere(tab: Tab, { document }: Watch, arrival: Arrival): Promise<Settled> {
  await hold(tab)
  if (document.isLeaving()) await tab.cdp.send('Page.stopLoading')
  return arrival.settle(performance.now() + LAST_LOOK_MS)
}

function visitedOf({ document, navigation, reachedAt }: Settled, began: number): Visited {
  const { status, contentType } = navigation
  return { finalUrl: document.url, status, contentType, pageLoadMs: reachedAt - began }
}
