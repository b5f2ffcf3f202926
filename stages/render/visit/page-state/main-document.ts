import type { Protocol } from 'puppeteer-core'
import { makeScheduledNavigations, type ScheduledNavigations } from './scheduled-navigations.ts'

/** One attempt of the main frame to get somewhere. */
export interface Navigation {
  /** Of the request and, once it is shown, of the document. */
  readonly id: string
  /** All URLs it asked for, redirects included, the last being the one that answers. */
  readonly urls: readonly string[]
  /** Of the answer of the last URL, and where that led, if anywhere; null until it is known. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Chromium's name of the network error, once it has failed. */
  readonly error: string | null
}

/** What the main frame shows. */
export interface ShownDocument {
  readonly id: string
  readonly url: string
  readonly mimeType: string
  /** Chromium's own page about the failure of this navigation. */
  readonly isErrorPage: boolean
  /** When its DOMContentLoaded and load events were, on the clock. */
  parsedAt: number | null
  loadedAt: number | null
}

/** Follows what the main frame tries and what it shows. The handlers take the events of the same name. */
export interface MainDocument
  extends Pick<ScheduledNavigations, 'frameScheduledNavigation' | 'frameClearedScheduledNavigation'> {
  requestWillBeSent(event: Protocol.Network.RequestWillBeSentEvent): void
  responseReceived(event: Protocol.Network.ResponseReceivedEvent): void
  responseReceivedExtraInfo(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void
  loadingFailed(event: Protocol.Network.LoadingFailedEvent): void
  frameNavigated(event: Protocol.Page.FrameNavigatedEvent): void
  lifecycleEvent(event: Protocol.Page.LifecycleEventEvent): void
  /** Null until something was shown since the watch began. */
  shown(): ShownDocument | null
  navigation(id: string): Navigation | null
  /** Whether the frame is on its way to another document, or about to be. */
  isLeaving(): boolean
}

type Draft = { -readonly [Key in keyof Navigation]: Navigation[Key] }

export function makeMainDocument(frameId: string, now: () => number): MainDocument {
  const navigations = new Map<string, Draft>()
  const responded = new Set<string>()
  const redirects = makeRedirectTracker()
  let shown: ShownDocument | null = null
  // One that failed is shown as an error page in a moment; of one that was given up nothing is shown.
  const isUnderWay = ({ id, error }: Draft) => error !== ABORTED && id !== shown?.id
  const { isDue, reset, ...schedule } = makeScheduledNavigations(frameId)

  return {
    requestWillBeSent({ requestId, loaderId, frameId: ofFrame, type, request, redirectHasExtraInfo }) {
      if (type !== 'Document' || ofFrame !== frameId || requestId !== loaderId) return
      if (redirectHasExtraInfo) redirects.follow(requestId)
      const urls = [...(navigations.get(requestId)?.urls ?? []), request.url]
      navigations.set(requestId, { ...blank, id: requestId, urls })
    },
    responseReceived({ requestId, response }) {
      const navigation = navigations.get(requestId)
      if (navigation === undefined) return
      responded.add(requestId)
      navigation.status = response.status
      navigation.contentType = headerValue(response.headers, 'content-type')
    },
    responseReceivedExtraInfo({ requestId, statusCode, headers }) {
      const navigation = navigations.get(requestId)
      // Of an answer from the cache, this would be the one that confirmed it.
      if (navigation === undefined || responded.has(requestId) || !redirects.answer(requestId)) return
      navigation.status = statusCode
      navigation.location = headerValue(headers, 'location')
    },
    loadingFailed({ requestId, errorText, canceled = false }) {
      const navigation = navigations.get(requestId)
      // A document that stops its own loading is complete for all it cares.
      const isStopped = shown?.id === requestId && canceled
      if (navigation !== undefined && !isStopped) navigation.error = errorText
    },
    frameNavigated({ frame: { parentId, loaderId, url, unreachableUrl, mimeType } }) {
      if (parentId !== undefined) return
      reset()
      dropSuperseded(navigations, loaderId)
      shown = { ...unloaded, id: loaderId, url, mimeType, isErrorPage: unreachableUrl !== undefined }
    },
    lifecycleEvent({ loaderId, name }) {
      if (shown?.id !== loaderId) return
      if (name === 'DOMContentLoaded') shown.parsedAt ??= now()
      if (name === 'load') shown.loadedAt ??= now()
    },
    ...schedule,
    shown: () => shown,
    navigation: (id) => navigations.get(id) ?? null,
    isLeaving: () => isDue() || [...navigations.values()].some(isUnderWay),
  }
}

/** A download, an answer without content, an address of another program, or the way to another document. */
const ABORTED = 'net::ERR_ABORTED'

const unloaded = { parsedAt: null, loadedAt: null }
const blank = { status: null, location: null, contentType: null, error: null }

/** Tells answers of redirects from the last: extra information comes by a way of its own, in order among itself alone. */
function makeRedirectTracker() {
  /** Redirects followed whose extra information is still to come; -1 when that of the last URL has come. */
  const behind = new Map<string, number>()
  const add = (id: string, count: number) => {
    const sum = (behind.get(id) ?? 0) + count
    behind.set(id, sum)
    return sum
  }
  return {
    follow: (id: string) => void add(id, 1),
    /** Takes note of extra information that came; whether it is the last URL's. */
    answer: (id: string) => add(id, -1) < 0,
  }
}

/** A navigation that began before the one shown was given up for it. */
function dropSuperseded(navigations: Map<string, unknown>, shownId: string): void {
  if (!navigations.has(shownId)) return
  for (const id of navigations.keys()) {
    if (id === shownId) return
    navigations.delete(id)
  }
}

/** The value of a header, whatever the case of its name. */
export function headerValue(headers: Protocol.Network.Headers, name: string): string | null {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return found === undefined ? null : String(found[1])
}
