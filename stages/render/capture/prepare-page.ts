import { setTimeout as delay } from 'node:timers/promises'
import type { Protocol } from 'puppeteer-core'
import { Failure, type Problem } from '#shared/errors.ts'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import type { IsolatedWorld } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import type { Area } from './area.ts'
import type { CaptureLimits } from './limits.ts'
import { type ElementBox, type ElementState, scrollToElement, uncoverElement } from './page/element.ts'
import { moveBottomFixedToEnd } from './page/fixed-elements.ts'
import {
  expandScrollers,
  type LazyLoadingResult,
  triggerLazyLoading,
} from './page/scroll/trigger-lazy-loading.ts'
import { pageSize, stablePageSize, waitUntilStable } from './page/wait-until-stable.ts'

/** Prepares the page for its capture and returns the area to capture. */
export async function preparePage(
  tab: Tab,
  world: IsolatedWorld,
  options: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  if (options.selector === null && !options.fullPage) return prepareViewport(world, options, limits)
  const requests = trackPendingRequests(tab)
  try {
    if (options.selector === null) return await prepareFullPage(world, requests, options, limits)
    return await prepareElement(world, requests, options, options.selector, limits)
  } finally {
    requests.close()
  }
}

/** The viewport, which may be scrolled by the fragment of the URL. */
async function prepareViewport(
  world: IsolatedWorld,
  { viewport }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  const size = await world.runWithin(stablePageSize, ...stabilityCheck('seen', limits))
  const { scrollX: x, scrollY: y, zoom } = size ?? (await world.run(pageSize, null))
  const [width, height] = [viewport.width / zoom, viewport.height / zoom]
  return { x, y, width, height, scale: viewport.deviceScaleFactor * zoom, zoom, extent: 'view' }
}

/** The whole scrollable page; an endless feed is cut at the height that every format can hold. */
async function prepareFullPage(
  world: IsolatedWorld,
  requests: PendingRequests,
  { viewport }: EffectiveSnapshot,
  limits: CaptureLimits,
): Promise<Area> {
  const { isEndless, heightBefore } = await triggerAllLazyLoading(world, requests, limits)
  await world.runWithin(expandScrollers, null, limits.busyGraceMs)
  await waitForStability(world, 'all', limits)
  const { width, height, zoom } = await world.run(pageSize, null)
  const scale = viewport.deviceScaleFactor * zoom
  const maxHeight = Math.max(heightBefore, Math.floor(limits.safeHeightPx / scale))
  const cutHeight = isEndless ? Math.min(height, maxHeight) : height
  await world.runWithin(moveBottomFixedToEnd, cutHeight, limits.busyGraceMs)
  return { x: 0, y: 0, width, height: cutHeight, scale, zoom, extent: 'beyond' }
}

/** Scrolls until the page no longer grows: content that scrolling has loaded may make the page longer. */
async function triggerAllLazyLoading(
  world: IsolatedWorld,
  requests: PendingRequests,
  limits: CaptureLimits,
): Promise<Pick<LazyLoadingResult, 'isEndless' | 'heightBefore'>> {
  const until = performance.now() + limits.autoscrollMs
  let heightBefore = 0
  for (let loadedUntil = 0; ; ) {
    const autoscrollMs = Math.max(0, until - performance.now())
    const pass = await world.runWithin(
      triggerLazyLoading,
      { ...limits, autoscrollMs, loadedUntil },
      autoscrollMs + limits.busyGraceMs,
    )
    if (pass === null || pass.isEndless) return { isEndless: pass !== null, heightBefore }
    heightBefore ||= pass.heightBefore
    if (pass.height <= loadedUntil) return { isEndless: false, heightBefore }
    if (performance.now() > until) return { isEndless: pass.height > heightBefore * 1.5, heightBefore }
    await requests.waitForQuiet(limits.quietMs, limits.responsesMs)
    loadedUntil = pass.height
  }
}

/** The element, in the middle of the viewport; an element larger than the viewport, at its place in the page. */
async function prepareElement(
  world: IsolatedWorld,
  requests: PendingRequests,
  { viewport }: EffectiveSnapshot,
  selector: string,
  limits: CaptureLimits,
): Promise<Area> {
  const { elementMs, autoscrollMs, busyGraceMs } = limits
  const input = { ...limits, selector }
  const shown = await world.runWithin(scrollToElement, input, elementMs + autoscrollMs + busyGraceMs)
  if (shown !== null) requireBox(shown, selector)
  await requests.waitForQuiet(limits.quietMs, limits.responsesMs)
  await waitForStability(world, 'seen', limits)
  const { x, y, width, height, zoom, inView } = requireBox(
    await world.run(uncoverElement, selector),
    selector,
  )
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const scale = viewport.deviceScaleFactor * zoom
  const extent = inView ? 'inside' : 'beyond'
  return { x: left, y: top, width: x + width - left, height: y + height - top, scale, zoom, extent }
}

async function waitForStability(
  world: IsolatedWorld,
  images: 'seen' | 'all',
  limits: CaptureLimits,
): Promise<void> {
  await world.runWithin(waitUntilStable, ...stabilityCheck(images, limits))
}

/** The input of the stability check, and its timeout. */
function stabilityCheck<Images extends 'seen' | 'all'>(
  images: Images,
  { fontsMs, imagesMs, changesMs, busyGraceMs }: CaptureLimits,
) {
  return [{ images, fontsMs, imagesMs, changesMs }, fontsMs + 2 * imagesMs + changesMs + busyGraceMs] as const
}

const notFoundMessages = {
  missing: 'No element matches the selector',
  'not displayed': 'The element that the selector matches is not displayed',
  empty: 'The element that the selector matches has a width or height of zero',
  'out of reach': 'The element that the selector matches lies outside the scrollable page',
} as const

function requireBox(state: ElementState, selector: string): ElementBox {
  if (state.state === 'box') return state
  if (state.state !== 'invalid') throw new Failure('ELEMENT_NOT_FOUND', notFoundMessages[state.state])
  const problem: Problem = {
    code: 'invalid_string',
    expected: 'CSS selector',
    received: selector,
    path: ['selector'],
    message: 'must be a valid CSS selector',
  }
  throw new Failure('VALIDATION_ERROR', `selector ${problem.message}`, { details: [problem] })
}

type PendingRequests = ReturnType<typeof trackPendingRequests>

const POLL_MS = 25

/** Requests of these types last as long as the page, or show nothing. */
const longLivedTypes: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Media',
  'EventSource',
  'WebSocket',
  'Ping',
  'Prefetch',
])

/** Tracks requests from this call on, including those of frames in the page's process. Network events must be enabled in `tab.cdp`. */
export function trackPendingRequests({ cdp, guard }: Pick<Tab, 'cdp' | 'guard'>) {
  const pending = new Set<string>()
  let lastEndAt = performance.now()
  const onRequest = ({ requestId, request, type }: Protocol.Network.RequestWillBeSentEvent) => {
    if (/^https?:/i.test(request.url) && type !== undefined && !longLivedTypes.has(type))
      pending.add(requestId)
  }
  const onEnd = ({ requestId }: { readonly requestId: string }) => {
    if (pending.delete(requestId)) lastEndAt = performance.now()
  }
  cdp.on('Network.requestWillBeSent', onRequest)
  cdp.on('Network.loadingFinished', onEnd)
  cdp.on('Network.loadingFailed', onEnd)
  return {
    /** Waits until no request has been pending for `quietMs`, for `timeoutMs` at most. */
    async waitForQuiet(quietMs: number, timeoutMs: number): Promise<void> {
      const until = performance.now() + timeoutMs
      const isQuiet = () => pending.size === 0 && performance.now() - lastEndAt >= quietMs
      while (!isQuiet() && performance.now() < until) await guard(delay(POLL_MS))
    },
    /** Ends the tracking. */
    close(): void {
      cdp.off('Network.requestWillBeSent', onRequest)
      cdp.off('Network.loadingFinished', onEnd)
      cdp.off('Network.loadingFailed', onEnd)
    },
  }
}
