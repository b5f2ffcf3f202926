import type { FailedRule, SiteTables } from '../../../frontier/decisions/gather-site.ts'
import { findPages, type SiteRows } from '../site/site-rows.ts'

/** Items whose pages are stored, by batch and URL. */
export type StoredPages = ReadonlyMap<string, number>

const keyOf = (batch: number, url: number) => `${batch} ${url}`

/** Reads of which items the pages at these URLs are. */
export async function loadPages(...asked: Parameters<typeof findPages>): Promise<StoredPages> {
  const rows = await findPages(...asked)
  return new Map(rows.map(({ batch, url, seq }) => [keyOf(batch, url), seq]))
}

/** Rows of sites in memory. */
export interface SiteMemory {
  readonly tables: SiteTables
  addRule(failed: FailedRule): void
  rows(): SiteRows
}

/** Makes the tables about sites of one run of decisions, over the pages that are stored. */
export function makeSiteMemory(stored: StoredPages): SiteMemory {
  const results: SiteRows['results'][number][] = []
  const found: SiteRows['found'][number][] = []
  const rules: FailedRule[] = []
  const pages = new Map<string, SiteRows['pages'][number]>()
  const seqOf = (batch: number, url: number) => {
    const key = keyOf(batch, url)
    return Math.min(
      pages.get(key)?.seq ?? Number.POSITIVE_INFINITY,
      stored.get(key) ?? Number.POSITIVE_INFINITY,
    )
  }
  return {
    tables: {
      hasPage: (batch, url, seq) => seqOf(batch, url) <= seq,
      insertPage(batch, url, seq, page) {
        if (seq < seqOf(batch, url)) pages.set(keyOf(batch, url), { batch, url, seq, page })
      },
      insertResult: (batch, n, record) => void results.push({ batch, n, record }),
      insertFound: (batch, n, record) => void found.push({ batch, n, record }),
    },
    addRule: (failed) => void rules.push(failed),
    rows: () => ({ results, found, rules, pages: [...pages.values()] }),
  }
}
