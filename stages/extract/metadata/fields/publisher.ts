import { organizations, webPages, webSites, works } from '../../structured-data/kinds.ts'
import { isUrlLike, tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta } from './extractor.ts'

/** The name; null for URLs and handles. */
function toName(found: string): string | null {
  const name = tidy(found)
  return name === null || isUrlLike(name) || name.startsWith('@') || name.length > 200 ? null : name
}

export const publisher: Extractor = {
  field: 'publisher',
  sources: [
    jsonLd(works, 'publisher'),
    jsonLd(webPages, 'publisher'),
    jsonLd(webSites, 'publisher'),
    meta(
      'article:publisher',
      'publisher',
      'dc.publisher',
      'dcterms.publisher',
      'dc:publisher',
      'citation_publisher',
    ),
    meta('itemprop:publisher'),
    ({ facts }) => [facts.itemTexts.publisher ?? ''],
    meta('og:site_name'),
    jsonLd(organizations, 'name'),
    jsonLd(webSites, 'name'),
    meta('application-name', 'al:iphone:app_name', 'al:android:app_name', 'copyright'),
  ],
  clean: toName,
}
