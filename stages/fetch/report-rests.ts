import type { PageFetcher } from './polite-fetch.ts'

/** The long cooldowns of hosts on the batch lane. */
export interface HostRests {
  /** When the long cooldown of the URL's host ends, in milliseconds since the epoch; null = it has none. */
  until(url: string): number | null
  /** Tells the frontier, for an inspection that has not ended. Never rejects. */
  report(id: string, url: string, until: number): Promise<void>
}

/** Wraps a fetcher so that the frontier learns of long cooldowns before the inspection ends, however it does. */
export function reportingRests(fetchPage: PageFetcher, rests: HostRests): PageFetcher {
  return async (id, request) => {
    try {
      return await fetchPage(id, request)
    } finally {
      const until = rests.until(request.url)
      if (until !== null) await rests.report(id, request.url, until)
    }
  }
}
