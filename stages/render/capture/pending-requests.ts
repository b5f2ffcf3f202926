import { setTimeout as delay } from 'node:timers/promises'
import type { Protocol } from 'puppeteer-core'
import type { Tab } from '../tab/tab.ts'

/** The pending requests that a page has made since the tracking began. */
export interface PendingRequests {
  /** Waits until no request has been pending for `quietMs`, for `timeoutMs` at most. */
  waitForQuiet(quietMs: number, timeoutMs: number): Promise<void>
  /** Ends the tracking. */
  close(): void
}

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
export function trackPendingRequests({ cdp, guard }: Pick<Tab, 'cdp' | 'guard'>): PendingRequests {
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
    async waitForQuiet(quietMs, timeoutMs) {
      const until = performance.now() + timeoutMs
      const isQuiet = () => pending.size === 0 && performance.now() - lastEndAt >= quietMs
      while (!isQuiet() && performance.now() < until) await guard(delay(POLL_MS))
    },
    close() {
      cdp.off('Network.requestWillBeSent', onRequest)
      cdp.off('Network.loadingFinished', onEnd)
      cdp.off('Network.loadingFailed', onEnd)
    },
  }
}
