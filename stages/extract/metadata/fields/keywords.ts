import { works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta, type Source } from './extractor.ts'

/** Joins sources that yield one keyword at a time. */
const joined =
  (source: Source): Source =>
  (factIndex) => [[...source(factIndex)].join(', ')]

/** Keywords separated by a comma and a space, without duplicates and empty ones. */
function toKeywords(found: string): string | null {
  const keywords = found.split(/[,;]/).map((keyword) => tidy(keyword))
  return tidy([...new Set(keywords.filter((keyword) => keyword !== null))].join(', '))
}

export const keywords: Extractor = {
  field: 'keywords',
  sources: [
    meta('keywords'),
    meta(
      'news_keywords',
      'dc.subject',
      'dcterms.subject',
      'sailthru.tags',
      'parsely-tags',
      'cxenseparse:keywords',
    ),
    joined(meta('article:tag')),
    joined(jsonLd(works, 'keywords')),
  ],
  clean: toKeywords,
}
