import type { Protocol } from 'puppeteer-core'

/** One navigation of the main frame. */
export interface Navigation {
  /** The id of the request and, once it is shown, of the document. */
  readonly id: string
  /** All requested URLs, including redirects; the last one gives the final response. */
  readonly urls: readonly string[]
  /** Status and Location of the response of the last URL; null until known. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Chromium's name of the network error; null unless the navigation has failed. */
  readonly error: string | null
}

/** The document that the main frame shows. */
export interface ShownDocument {
  readonly id: string
  readonly url: string
  readonly mimeType: string
  /** Whether it is Chromium's own page about a failed navigation. */
  readonly isErrorPage: boolean
  /** When its DOMContentLoaded and load events came, on the clock. */
  parsedAt: number | null
  loadedAt: number | null
}

/** Tracks the navigations and the document of the main frame. The handlers take the CDP events of the same name. */
export interface MainDocument
  extends Pick<ScheduledNavigations, 'frameScheduledNavigation' | 'frameClearedScheduledNavigation'> {
  requestWillBeSent(event: Protocol.Network.RequestWillBeSentEvent): void
  responseReceived(event: Protocol.Network.ResponseReceivedEvent): void
  responseReceivedExtraInfo(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void
  loadingFailed(event: Protocol.Network.LoadingFailedEvent): void
  frameNavigated(event: Protocol.Page.FrameNavigatedEvent): void
  lifecycleEvent(event: Protocol.Page.LifecycleEventEvent): void
  /** Null until the first document since the watch began. */
  shown(): ShownDocument | null
  navigation(id: string): Navigation | null
  /** Whether a navigation to another document is pending or scheduled. */
  isLeaving(): boolean
}

type Draft = { -readonly [Key in keyof Navigation]: Navigation[Key] }

/** Tracks the main frame `frameId`. `now` is the clock of the event times. */
export function makeMainDocument(frameId: string, now: () => number): MainDocument {
  const navigations = new Map<string, Draft>()
  const responded = new Set<string>()
  const redirects = makeRedirectTracker()
  let shown: ShownDocument | null = null
  // A failed navigation soon shows an error page, so it is pending; an aborted one shows nothing.
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
      // For a response from the cache, this event would be about the response that revalidated it.
      if (navigation === undefined || responded.has(requestId) || !redirects.record(requestId)) return
      navigation.status = statusCode
      navigation.location = headerValue(headers, 'location')
    },
    loadingFailed({ requestId, errorText, canceled = false }) {
      const navigation = navigations.get(requestId)
      // A document that stops its own loading is complete.
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

/** The error of a download, of a response without content, of a scheme of another program, and of a superseded navigation. */
const ABORTED = 'net::ERR_ABORTED'

const unloaded = { parsedAt: null, loadedAt: null }
const blank = { status: null, location: null, contentType: null, error: null }

/**
 * Distinguishes responses of redirects from the final one. `responseReceivedExtraInfo` events are ordered among themselves, but not
 * relative to other events.
 */
function makeRedirectTracker() {
  /** Followed redirects whose extra info is outstanding; -1 when the extra info of the final response has come. */
  const behind = new Map<string, number>()
  const add = (id: string, count: number) => {
    const sum = (behind.get(id) ?? 0) + count
    behind.set(id, sum)
    return sum
  }
  return {
    follow: (id: string) => void add(id, 1),
    /** Records an extra info; true when it belongs to the final response. */
    record: (id: string) => add(id, -1) < 0,
  }
}

/** Removes the navigations that began before the shown one: it has superseded them. */
function dropSuperseded(navigations: Map<string, unknown>, shownId: string): void {
  if (!navigations.has(shownId)) return
  for (const id of navigations.keys()) {
    if (id === shownId) return
    navigations.delete(id)
  }
}

/** The value of a header field; `name` is in lower case. Null when it is missing. */
export function headerValue(headers: Protocol.Network.Headers, name: string): string | null {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return found === undefined ? null : String(found[1])
}

/** The navigations that a frame has scheduled. The handlers take the CDP events of the same name. */
export interface ScheduledNavigations {
  frameScheduledNavigation(event: Protocol.Page.FrameScheduledNavigationEvent): void
  frameClearedScheduledNavigation(event: Protocol.Page.FrameClearedScheduledNavigationEvent): void
  /**
   * Whether a navigation is about to begin. Chromium clears the schedule only after it has reported the request of the navigation, so
   * there is no moment at which the frame seems to stay.
   */
  isDue(): boolean
  /** Forgets the schedule of the previous document. */
  reset(): void
}

/** Seconds. A `refresh` with a longer delay is no substitute for a redirect. */
const IMMEDIATE_S = 0.1

/** Tracks the schedule of one frame. */
export function makeScheduledNavigations(ofFrame: string): ScheduledNavigations {
  let isScheduled = false
  return {
    frameScheduledNavigation({ frameId, delay }) {
      if (frameId === ofFrame) isScheduled = delay <= IMMEDIATE_S
    },
    frameClearedScheduledNavigation({ frameId }) {
      if (frameId === ofFrame) isScheduled = false
    },
    isDue: () => isScheduled,
    reset() {
      isScheduled = false
    },
  }
}
