import { setTimeout as delay } from 'node:timers/promises'
import type { Protocol } from 'puppeteer-core'
import type { Tab } from '../tab.ts'

/** The requests that a page makes from a certain moment on. */
export interface Requests {
  /** Waits until none has been under way for `quietMs`, but not beyond `mostMs`. */
  quiet(quietMs: number, mostMs: number): Promise<void>
  /** Ends the observation. */
  close(): void
}

const LOOK_MS = 25

/** These go on as long as the page is open, or show nothing. */
const lasting: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'Media',
  'EventSource',
  'WebSocket',
  'Ping',
  'Prefetch',
])

/** Observes them from now on, those of frames in the page's process included. Network events must be enabled in `tab.cdp`. */
export function observeRequests({ cdp, guard }: Pick<Tab, 'cdp' | 'guard'>): Requests {
  const open = new Set<string>()
  let endedAt = performance.now()
  const begin = ({ requestId, request, type }: Protocol.Network.RequestWillBeSentEvent) => {
    if (/^https?:/i.test(request.url) && type !== undefined && !lasting.has(type)) open.add(requestId)
  }
  const end = ({ requestId }: { readonly requestId: string }) => {
    if (open.delete(requestId)) endedAt = performance.now()
  }
  cdp.on('Network.requestWillBeSent', begin)
  cdp.on('Network.loadingFinished', end)
  cdp.on('Network.loadingFailed', end)
  return {
    async quiet(quietMs, mostMs) {
      const until = performance.now() + mostMs
      const isQuiet = () => open.size === 0 && performance.now() - endedAt >= quietMs
      while (!isQuiet() && performance.now() < until) await guard(delay(LOOK_MS))
    },
    close() {
      cdp.off('Network.requestWillBeSent', begin)
      cdp.off('Network.loadingFinished', end)
      cdp.off('Network.loadingFailed', end)
    },
  }
}
