import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import type { PageInput } from '#stages/extract/facts/page-input.ts'
import { metadataOf } from '#stages/extract/metadata/metadata.ts'
import type { SavedPage } from './saved-pages.ts'

/** The whole result of a fetched page. */
export function extractPage({ url, body }: SavedPage) {
  const page: PageInput = {
    url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': ['text/html'] },
    body,
    redirects: [],
    fetchedAt: '2026-01-01T00:00:00.000Z',
    uaFamily: 'desktop',
    robotsTxtAllowed: true,
  }
  const facts = collectFacts(decodePage(body, 'text/html'), page)
  const wanted = { groups: ['all'] as const, maxImages: 25, maxLinks: 100 }
  return metadataOf(facts, page, wanted, { canonicalStatus: null, dominantColor: null })
}
