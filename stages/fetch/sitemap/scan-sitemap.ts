import type { LookupHandlers } from '../lookups/handlers.ts'
import { Entries } from './entries.ts'
import { makeReadSitemap, type ReadOptions } from './read-sitemap.ts'

/** Reads a sitemap through and tells of its entries. */
export function makeScanSitemap(options: ReadOptions): LookupHandlers['scanSitemap'] {
  const readSitemap = makeReadSitemap(options)
  return async (url, lookFor, context) => {
    let entries = new Entries({ url, lookFor: [], now: 0 })
    const entriesAt = (finalUrl: string) => {
      entries = new Entries({ url: finalUrl, lookFor, now: Date.now() })
      return entries
    }
    const { status, error, ...read } = await readSitemap(url, entriesAt, context)
    return { url, status, error, ...entries.findings(), ...read }
  }
}
