import type { Lane } from '#shared/messages/topics.ts'
import type { LookupHandlers } from './handlers.ts'

/** Gives each call to the handlers of its lane. */
export function byLane(of: Readonly<Record<Lane, LookupHandlers>>): LookupHandlers {
  return {
    checkTarget: (url, context) => of[context.lane].checkTarget(url, context),
    robots: (url, userAgent, context) => of[context.lane].robots(url, userAgent, context),
    probe: (urls, context) => of[context.lane].probe(urls, context),
    describeImage: (url, context) => of[context.lane].describeImage(url, context),
    fetchFile: (url, maxBytes, context) => of[context.lane].fetchFile(url, maxBytes, context),
    scanSitemap: (url, lookFor, context) => of[context.lane].scanSitemap(url, lookFor, context),
    listSitemap: (url, give, context) => of[context.lane].listSitemap(url, give, context),
  }
}
