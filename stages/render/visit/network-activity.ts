/** A request of the page, from `Network.requestWillBeSent`. */
export interface PageRequest {
  readonly requestId: string
  /** The document that made it; empty for the script of a worker, whose end is reported to another session. */
  readonly loaderId: string
  readonly frameId: string | null
  readonly url: string
  /** The session that reported it. */
  readonly session: string
}

/** Pending requests that are told apart; a page with more of them is not quiet in any case. */
const MAX_OPEN = 10_000

/** The pending requests of a page and its frames. */
export type NetworkActivity = ReturnType<typeof makeNetworkActivity>

/**
 * Counts pending requests as networkidle0 and networkidle2 define them: http(s) requests, including EventSource, long polls, beacons
 * and documents of frames. Does not count data: and blob: URLs, WebSockets (as in puppeteer and Playwright) and requests of workers.
 */
export function makeNetworkActivity(max: number, now: () => number) {
  const open = new Map<string, Omit<PageRequest, 'url'>>()
  let since: number | null = now()

  function updateQuiet(): void {
    if (open.size > max) since = null
    else since ??= now()
  }
  function drop(isGone: (request: Omit<PageRequest, 'url'>) => boolean): void {
    for (const request of open.values()) if (isGone(request)) open.delete(request.requestId)
    updateQuiet()
  }
  return {
    begin({ url, ...request }: PageRequest): void {
      const counts = /^https?:/i.test(url) && request.loaderId !== ''
      if (!counts) open.delete(request.requestId)
      else if (open.size < MAX_OPEN) open.set(request.requestId, request)
      updateQuiet()
    },
    end(requestId: string): void {
      open.delete(requestId)
      updateQuiet()
    },
    /** The frame is gone; its requests no longer count. */
    dropFrame: (frameId: string) => drop((request) => request.frameId === frameId),
    /**
     * The session is gone: the end of its requests is not reported. The document of a frame may be requested in one process and finish in
     * another.
     */
    dropSession: (session: string) =>
      drop((request) => request.session === session && request.requestId !== request.loaderId),
    /** The page shows another document; the requests of the previous one no longer count. */
    enterDocument: (loaderId: string) => drop((request) => request.loaderId !== loaderId),
    /** Since when no more than the allowed number of requests have been pending, on the clock; null when more are. */
    quietSince: () => since,
  }
}
