import { type LoggedRequest, MAX_URL_CHARS, truncate } from './logged-request.ts'

/** Finds logged requests. Of several with one id, the hops of a redirect, or with one URL the last one counts. */
export function makeRequestIndex() {
  const byId = new Map<string, LoggedRequest>()
  const byUrl = new Map<string, LoggedRequest>()
  return {
    find: (id: string) => byId.get(id),
    /** Makes a listener that updates the request of an event. Ignores events of requests that are not logged. */
    updating<Event extends { readonly requestId: string }>(
      update: (request: LoggedRequest, event: Event) => void,
    ): (event: Event) => void {
      return (event) => {
        const request = byId.get(event.requestId)
        if (request !== undefined) update(request, event)
      }
    },
    /** Events with this id no longer belong to a logged request. */
    remove: (id: string) => byId.delete(id),
    add(request: LoggedRequest): void {
      byId.set(request.id, request)
      byUrl.set(request.url, request)
    },
    /**
     * Where the file of that name came from; null when it was not requested. Browsers name scripts by the URL before redirects, and the
     * result is the one after them.
     */
    findUrl(name: string): string | null {
      const request = byUrl.get(truncate(name, MAX_URL_CHARS))
      return request === undefined ? null : (byId.get(request.id) ?? request).url
    },
  }
}
