import { createHash } from 'node:crypto'
import { Failure } from '#shared/errors.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import { withTiming } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { encodeStatus } from '#shared/messages/payloads/site-facts-text.ts'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import {
  type EffectiveSnapshot,
  effectiveSnapshot,
  type SnapshotParameters,
} from '#shared/operations/snapshot.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageResult } from '#shared/stage/stage-handler.ts'
import { CHALLENGE_CACHE_SECONDS, detectChallenge, hidesPage } from '#shared/web/html/bot-challenge.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { blockRequests } from './blocking/block-requests.ts'
import { formatsFor } from './capture/area.ts'
import type { Captured } from './capture/capture.ts'
import { captureLimits } from './capture/limits.ts'
import { takeScreenshot } from './capture/screenshot.ts'
import type { ConsentRules } from './consent/opt-outs.ts'
import { removeBanners } from './consent/remove-banners.ts'
import type { Tab, Tabs } from './tab/tab.ts'
import { toClientFailure, tooLarge } from './visit/client-failures.ts'
import { unlessUnresponsive } from './visit/hang-detector.ts'
import { startVisit, type VisitedPage } from './visit/visit.ts'

export interface SnapshotPorts {
  readonly tabs: Pick<Tabs, 'useShared'>
  readonly objects: ObjectStore
  /** Reads the rules for the removal of consent banners, at the first use. */
  consentRules(): ConsentRules
  /** The URL of an object for clients. */
  objectUrl(name: string): string
  /** Maximum bytes that a page may load. */
  readonly maxPageBytes: number
  /** Maximum bytes of an image. */
  readonly maxImageBytes: number
  /** Rejects when the page at another URL than the requested one must not be shown. */
  admitFinalUrl(finalUrl: string): Promise<void>
}

interface RenderedPage {
  readonly visited: VisitedPage
  readonly captured: Captured
  readonly requestsBlocked: number
  /** The bot challenge that was shown in place of the page; null when the page itself seems to be shown. */
  readonly blocked: string | null
}

/** How long a snapshot is cached, in seconds: infra/docs/clients.md#caches. */
const CACHE_SECONDS = 86_400
/** How long a capture may take once the page is loaded, in milliseconds. */
const CAPTURE_MS = 14_000

/**
 * Takes the requested snapshot, stores its image, and ends the inspection with the result. `started`: of the visit, in the milliseconds of
 * `performance.now()`. Rejects like `takeSnapshot`.
 */
export async function renderSnapshot(
  ports: SnapshotPorts,
  request: InspectionRequested,
  { signal, started }: { readonly signal: AbortSignal; readonly started: number },
): Promise<StageResult> {
  const { result, blocked, visited } = await takeSnapshot(ports, request, signal)
  const isOfPage = isItemId(request.id) && !hidesPage(blocked, visited.status)
  const resultJson = JSON.stringify(result)
  return {
    inspection: withTiming(request, 'render', performance.now() - started),
    resultJson,
    blocked,
    storedBytes: result.size_bytes,
    siteFacts: isOfPage ? statusFactsOf(request.url, visited) : null,
  }
}

/** What a report on the site learns of a page from its picture: the status, unless that is the status at the end of redirects. */
function statusFactsOf(url: string, { status, finalUrl }: VisitedPage): string | null {
  const isOwn = withoutFragment(finalUrl) === withoutFragment(new URL(url).href)
  return status !== null && (isOwn || status >= 400) ? encodeStatus(status) : null
}

/** Takes the requested snapshot and stores its image. Rejects with the `Failure`s of infra/docs/clients.md#errors. */
export async function takeSnapshot(
  ports: SnapshotPorts,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<Pick<RenderedPage, 'blocked' | 'visited'> & { readonly result: SnapshotResult }> {
  const began = performance.now()
  const options = effectiveSnapshot(request.parameters as unknown as SnapshotParameters)
  const loadMs = options.timeout + options.waitFor
  // A page that does not respond once its time is over cannot be captured.
  const render = (tab: Tab) => unlessUnresponsive(tab, loadMs, renderPage(ports, tab, request.url, options))
  const rendered = await ports.tabs
    .useShared(render, { deadlineMs: loadMs + CAPTURE_MS, signal, lane: request.lane })
    .catch((error: unknown) =>
      Promise.reject(toClientFailure(error, { ...options, url: request.url }, 'captured')),
    )
  const put = putWithRetry(ports.objects, { lane: request.lane, signal })
  const stored = await store(ports, put, rendered.captured)
  const result = resultOf(request.url, options, rendered, stored, performance.now() - began)
  return { result, blocked: rendered.blocked, visited: rendered.visited }
}

async function renderPage(
  { admitFinalUrl, consentRules, maxPageBytes }: SnapshotPorts,
  tab: Tab,
  url: string,
  options: EffectiveSnapshot,
): Promise<RenderedPage> {
  const blocker = options.blockAds ? await blockRequests(tab, url) : null
  const bannerRemoval = options.blockCookieBanners ? await removeBanners(tab, consentRules()) : null
  const visitedPage = await startVisit(tab, {
    url,
    options,
    userAgent: userAgents[options.device],
    maxBytes: maxPageBytes,
  })
  const screenshot = await takeScreenshot(tab, visitedPage, options, async ({ finalUrl }) => {
    if (finalUrl !== new URL(url).href) await admitFinalUrl(finalUrl)
    await bannerRemoval?.settle()
  })
  if (tab.proxy.exceeded() === 'bytes') throw tooLarge({ url, maxBytes: maxPageBytes })
  const blocked = detectChallenge(await titleOf(tab), screenshot.visited.status)
  return { ...screenshot, requestsBlocked: blocker?.count() ?? 0, blocked }
}

/** The title that the browser knows, without a call to the page. For a page without a title the browser has its URL without scheme. */
async function titleOf({ cdp, guard }: Tab): Promise<string | null> {
  const { targetInfo } = await guard(cdp.send('Target.getTargetInfo'))
  const { title, url } = targetInfo
  return url.includes(`//${title}`) ? null : title
}

async function store(
  { objectUrl, maxImageBytes }: SnapshotPorts,
  put: PutObject,
  { image, format, width, height }: Captured,
): Promise<Pick<SnapshotResult, 'screenshot_url' | 'checksum'>> {
  if (image.length > maxImageBytes) throw imageTooLarge(image.length, maxImageBytes, { width, height })
  const checksum = createHash('sha256').update(image).digest('hex')
  const name = `images/${checksum}.${format}`
  await put(name, image, `image/${format}`)
  return { screenshot_url: objectUrl(name), checksum }
}

function imageTooLarge(
  bytes: number,
  maxBytes: number,
  size: { readonly width: number; readonly height: number },
): Failure {
  const lossy = formatsFor(size, captureLimits).filter((format) => format !== 'png')
  const quality = lossy.length === 0 ? '' : `, or ${lossy.join(' or ')} with less quality`
  const advice = `use selector, a smaller viewport, fullPage false${quality}`
  const message = `The image has ${bytes} bytes, above the limit of ${maxBytes}: ${advice}`
  return new Failure('PAGE_TOO_TALL', message)
}

function resultOf(
  url: string,
  { viewport, fullPage, blockAds, blockCookieBanners, selector }: EffectiveSnapshot,
  { visited, captured: { image, width, height, format, located }, requestsBlocked, blocked }: RenderedPage,
  { screenshot_url, checksum }: Pick<SnapshotResult, 'screenshot_url' | 'checksum'>,
  processingMs: number,
): SnapshotResult {
  return {
    url,
    screenshot_url,
    width,
    height,
    format,
    size_bytes: image.length,
    checksum,
    cached: false,
    cache_ttl_seconds: blocked === null ? CACHE_SECONDS : CHALLENGE_CACHE_SECONDS,
    viewport,
    options: { fullPage, blockAds, blockCookieBanners, selector },
    ...(located && { located: [...located] }),
    created_at: new Date().toISOString(),
    metadata: {
      processing_time_ms: Math.round(processingMs),
      page_load_time_ms: Math.round(visited.pageLoadMs),
      requests_blocked: requestsBlocked,
    },
  }
}
