import { organizations, webPages, webSites, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { isUrlLike, tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta } from './extractor.ts'

const maxChars = 200

/** The name; null for URLs and for texts that are no name. */
function toName(found: string): string | null {
  const name = tidy(found)
  return name === null || isUrlLike(name) || name.length > maxChars ? null : name
}

export const siteName: Extractor = {
  field: 'site_name',
  sources: [
    meta('og:site_name'),
    jsonLd(webSites, 'name'),
    meta('application-name', 'apple-mobile-web-app-title', 'al:iphone:app_name', 'al:android:app_name'),
    jsonLd(works, 'publisher'),
    jsonLd(organizations, 'name'),
    meta('dc.publisher', 'publisher'),
  ],
  clean: toName,
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
  clean(found) {
    const name = toName(found)
    return name?.startsWith('@') ? null : name
  },
}
