import type { Protocol } from 'puppeteer-core'
import { URL_LIMIT } from '#shared/operations/fields.ts'

/** One navigation of the main frame. */
export interface Navigation {
  /** The id of the request and, once it is shown, of the document. */
  readonly id: string
  /** All requested URLs, including redirects, their first `URL_LIMIT`; the last one gives the final response. */
  readonly urls: readonly string[]
  /** Whether one of them has a user name or a password. */
  readonly hasCredentials: boolean
  /** Status and Location of the response of the last URL; null until known. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Chromium's name of the network error; null unless the navigation has failed. */
  readonly error: string | null
}

const MAX_VALUE_CHARS = 2048

/** The document that the main frame shows. */
export interface ShownDocument {
  readonly id: string
  readonly url: string
  readonly mimeType: string
  /** Whether it is Chromium's own page about a failed navigation. */
  readonly isErrorPage: boolean
  /** Whether its URL has a user name or a password. */
  readonly hasCredentials: boolean
  /** When its DOMContentLoaded and load events came, on the clock. */
  parsedAt: number | null
  loadedAt: number | null
}

export type MainDocument = ReturnType<typeof makeMainDocument>

type Draft = { -readonly [Key in keyof Navigation]: Navigation[Key] }

/**
 * Tracks the navigations and the document of the main frame `frameId`. The handlers take the CDP events of the same name. `now` is the
 * clock of the event times. `shown` gives null until the first document; `isLeaving` tells whether a navigation to another document is
 * pending or scheduled.
 */
export function makeMainDocument(frameId: string, now: () => number) {
  const navigations = new Map<string, Draft>()
  const responded = new Set<string>()
  const redirects = makeRedirectTracker()
  let shown: ShownDocument | null = null
  // A failed navigation soon shows an error page, so it is pending; an aborted one shows nothing.
  const isUnderWay = ({ id, error }: Draft) => error !== ABORTED && id !== shown?.id
  const { isDue, reset, ...schedule } = makeScheduledNavigations(frameId)
  return {
    requestWillBeSent({ requestId, request, ...event }: Protocol.Network.RequestWillBeSentEvent): void {
      if (event.type !== 'Document' || event.frameId !== frameId || event.loaderId !== requestId) return
      if (event.redirectHasExtraInfo) redirects.follow(requestId)
      navigations.set(requestId, navigationTo(request.url, requestId, navigations.get(requestId)))
    },
    responseReceived({ requestId, response }: Protocol.Network.ResponseReceivedEvent): void {
      const navigation = navigations.get(requestId)
      if (navigation === undefined) return
      responded.add(requestId)
      navigation.status = response.status
      navigation.contentType = headerValue(response.headers, 'content-type')
    },
    responseReceivedExtraInfo(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
      const navigation = navigations.get(event.requestId)
      // For a response from the cache, this event would be about the response that revalidated it.
      if (navigation === undefined || responded.has(navigation.id) || !redirects.record(navigation.id)) return
      navigation.status = event.statusCode
      navigation.location = headerValue(event.headers, 'location')
    },
    loadingFailed({ requestId, errorText, canceled = false }: Protocol.Network.LoadingFailedEvent): void {
      const navigation = navigations.get(requestId)
      // A document that stops its own loading is complete.
      const isStopped = shown?.id === requestId && canceled
      if (navigation !== undefined && !isStopped) navigation.error = errorText
    },
    frameNavigated({ frame }: Protocol.Page.FrameNavigatedEvent): void {
      if (frame.parentId !== undefined) return
      reset()
      dropSuperseded(navigations, frame.loaderId)
      shown = toShownDocument(frame)
    },
    lifecycleEvent({ loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
      if (shown?.id !== loaderId) return
      if (name === 'DOMContentLoaded') shown.parsedAt ??= now()
      if (name === 'load') shown.loadedAt ??= now()
    },
    ...schedule,
    shown: () => shown,
    navigation: (id: string): Navigation | null => navigations.get(id) ?? null,
    isLeaving: () => isDue() || [...navigations.values()].some(isUnderWay),
  }
}

/** The error of a download, of a response without content, of a scheme of another program, and of a superseded navigation. */
const ABORTED = 'net::ERR_ABORTED'

function toShownDocument({
  loaderId: id,
  url,
  unreachableUrl,
  mimeType,
}: Protocol.Page.Frame): ShownDocument {
  const isErrorPage = unreachableUrl !== undefined
  return { id, url, mimeType, isErrorPage, hasCredentials: namesUser(url), parsedAt: null, loadedAt: null }
}

/** What is not known yet of a navigation. */
export const blankNavigation = {
  hasCredentials: false,
  status: null,
  location: null,
  contentType: null,
  error: null,
}

/** A navigation that has just been requested; `before`: its redirects so far. */
function navigationTo(url: string, id: string, before: Navigation | undefined): Draft {
  const { urls = [], hasCredentials = false } = before ?? {}
  return {
    ...blankNavigation,
    id,
    urls: [...urls, url.slice(0, URL_LIMIT)],
    // Once: it is asked for after each event of the page.
    hasCredentials: hasCredentials || namesUser(url),
  }
}

function namesUser(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}

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

/** The value of a header field, its first 2,048 characters; `name` is in lower case. Null when it is missing. */
export function headerValue(headers: Protocol.Network.Headers, name: string): string | null {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return found === undefined ? null : String(found[1]).slice(0, MAX_VALUE_CHARS)
}

/** Seconds. A `refresh` with a longer delay is no substitute for a redirect. */
const IMMEDIATE_S = 0.1

/** Tracks the navigations that one frame has scheduled. The handlers take the CDP events of the same name. */
export function makeScheduledNavigations(ofFrame: string) {
  let isScheduled = false
  return {
    frameScheduledNavigation({ frameId, delay }: Protocol.Page.FrameScheduledNavigationEvent): void {
      if (frameId === ofFrame) isScheduled = delay <= IMMEDIATE_S
    },
    frameClearedScheduledNavigation({ frameId }: Protocol.Page.FrameClearedScheduledNavigationEvent): void {
      if (frameId === ofFrame) isScheduled = false
    },
    /**
     * Whether a navigation is about to begin. Chromium clears the schedule only after it has reported the request of the navigation, so
     * there is no moment at which the frame seems to stay.
     */
    isDue: () => isScheduled,
    /** Forgets the schedule of the previous document. */
    reset(): void {
      isScheduled = false
    },
  }
}
