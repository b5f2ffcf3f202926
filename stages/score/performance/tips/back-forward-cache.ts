import type { BackForwardCacheBlocker } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

/** What the reasons of the browser mean for the page, each with its remedy. */
const explanations: Readonly<Record<string, string>> = {
  UnloadHandlerExistsInMainFrame: 'an unload handler (use pagehide)',
  UnloadHandlerExistsInSubFrame: 'an unload handler in a frame (use pagehide)',
  UnloadHandler: 'an unload handler (use pagehide)',
  WebSocket: 'an open WebSocket (close it on pagehide)',
  WebTransport: 'an open WebTransport connection (close it on pagehide)',
  WebRTC: 'an open WebRTC connection (close it on pagehide)',
  LiveMediaStreamTrack: 'a live media stream (stop it on pagehide)',
  IndexedDBEvent: 'an open IndexedDB transaction or connection that others wait for (close it on pagehide)',
  BroadcastChannel: 'an open BroadcastChannel (close it on pagehide)',
  BroadcastChannelOnMessage: 'an open BroadcastChannel (close it on pagehide)',
  WebLocks: 'a held lock (release it on pagehide)',
  SharedWorker: 'a shared worker (close its port on pagehide)',
  SharedWorkerMessage: 'a shared worker (close its port on pagehide)',
  KeepaliveRequest: 'a keepalive request that has not ended (send it on pagehide at the latest)',
}
/** They are the subject of `document-no-store`. */
const NO_STORE = /NoStore|WithCCNS/
/** Reasons that are named. */
const MAX_NAMED = 3

export const backForwardCache: Tip = {
  id: 'back-forward-cache',
  title: 'Page kept out of the back/forward cache',
  effort: 'medium',
  when: 'the page keeps itself out of the back/forward cache in another way than by no-store (Lighthouse, bf-cache)',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/bf-cache',
  find({ measurement: { backForwardCache: blockers, pageLoadMs } }) {
    const byReason = new Map((blockers ?? []).filter(isOwn).map((one) => [describe(one), one.url]))
    const reasons = [...byReason.keys()]
    if (reasons.length === 0) return null
    const more = reasons.length > MAX_NAMED ? `, and ${reasons.length - MAX_NAMED} more` : ''
    const message = `The Back button reloads the page, because of ${reasons.slice(0, MAX_NAMED).join(', ')}${more}. Without that, it shows again at once; the load took ${ms(pageLoadMs)}.`
    return { message, items: [...byReason].map(([text, url]) => itemOf({ url, text })) }
  },
}

function isOwn({ reason }: BackForwardCacheBlocker): boolean {
  return !NO_STORE.test(reason)
}

function describe({ reason, url }: BackForwardCacheBlocker): string {
  const fault = explanations[reason] ?? `${reason} (Chrome's name)`
  return url === null ? fault : `${fault} of ${nameOf(url)}`
}
