/** A request of the page, as `Network.requestWillBeSent` tells of it. */
export interface PageRequest {
  readonly requestId: string
  /** The document it is for; empty when it is the script of a worker, whose end is told elsewhere. */
  readonly loaderId: string
  readonly frameId: string | null
  readonly url: string
  /** The session that told of it. */
  readonly session: string
}

/** The connections of a page, all its frames included. */
export interface NetworkActivity {
  begin(request: PageRequest): void
  end(requestId: string): void
  /** The frame is gone, with what it had asked for. */
  dropFrame(frameId: string): void
  /** The session is gone: nobody tells any more how its requests end. */
  dropSession(session: string): void
  /** The page shows another document: what the last one asked for does not count any more. */
  enterDocument(loaderId: string): void
  /** Since when, on the clock, no more than the given number have been open; null when more are. */
  quietSince(): number | null
}

/**
 * Counts what networkidle0 and networkidle2 mean: HTTP requests under way, EventSource, long polls, beacons and documents of
 * frames among them. No connections are data: and blob: URLs. WebSockets don't count, as nowhere these names are in use, and
 * neither do requests of workers.
 */
export function makeNetworkActivity(max: number, now: () => number): NetworkActivity {
  const open = new Map<string, PageRequest>()
  let since: number | null = now()

  function updateQuiet(): void {
    if (open.size > max) since = null
    else since ??= now()
  }
  function drop(isGone: (request: PageRequest) => boolean): void {
    for (const request of open.values()) if (isGone(request)) open.delete(request.requestId)
    updateQuiet()
  }
  return {
    begin(request) {
      const counts = /^https?:/i.test(request.url) && request.loaderId !== ''
      if (counts) open.set(request.requestId, request)
      else open.delete(request.requestId)
      updateQuiet()
    },
    end(requestId) {
      open.delete(requestId)
      updateQuiet()
    },
    dropFrame: (frameId) => drop((request) => request.frameId === frameId),
    // A frame's document may be asked for in one process and end in another.
    dropSession: (session) =>
      drop((request) => request.session === session && request.requestId !== request.loaderId),
    enterDocument: (loaderId) => drop((request) => request.loaderId !== loaderId),
    quietSince: () => since,
  }
}
