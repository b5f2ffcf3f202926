import type { Lane } from '#shared/messages/topics.ts'
import type { LookupHandlers } from './lookup-handlers.ts'

/** Routes each call to the handlers of its lane. */
export function routeByLane(handlers: Readonly<Record<Lane, LookupHandlers>>): LookupHandlers {
  return {
    checkTarget: (url, context) => handlers[context.lane].checkTarget(url, context),
    robots: (url, userAgent, context) => handlers[context.lane].robots(url, userAgent, context),
    probe: (urls, context) => handlers[context.lane].probe(urls, context),
    describeImage: (url, context) => handlers[context.lane].describeImage(url, context),
    fetchFile: (url, maxBytes, context) => handlers[context.lane].fetchFile(url, maxBytes, context),
    scanSitemap: (url, lookFor, context) => handlers[context.lane].scanSitemap(url, lookFor, context),
    listSitemap: (url, emit, context) => handlers[context.lane].listSitemap(url, emit, context),
  }
}
