import { equalTexts } from '../../duplicates/equal-texts.ts'
import { pageUrl } from '../addresses.ts'
import type { AnalysedSite, SiteItem } from '../site-rule.ts'

/** Texts (numbers by page) that several of the pages that can be indexed have, as items with these pages. */
export function* equalTextItems(site: AnalysedSite, texts: Uint32Array): Generator<SiteItem> {
  for (const { text, pages } of equalTexts(site, site.indexable, texts))
    yield { value: site.text(text), urls: pages.map((page) => pageUrl(site, page)) }
}
