import type { LookupHandlers } from '../lookups/lookup-handlers.ts'
import { makeSitemapFetcher, type SitemapFetchOptions } from './fetch-sitemap.ts'
import { SitemapEntries } from './sitemap-entries.ts'

/** Makes the look-up that reads a sitemap and reports statistics and matches of its entries. */
export function makeScanSitemap(options: SitemapFetchOptions): LookupHandlers['scanSitemap'] {
  const fetchSitemap = makeSitemapFetcher(options)
  return async (url, lookFor, context) => {
    let entries = new SitemapEntries({ url, lookFor: [], now: 0 })
    const entriesAt = (finalUrl: string) => {
      entries = new SitemapEntries({ url: finalUrl, lookFor, now: Date.now() })
      return entries
    }
    const { status, error, ...result } = await fetchSitemap(url, entriesAt, context)
    return { url, status, error, ...entries.findings(), ...result }
  }
}
