import { works } from '../../structured-data/kinds.ts'
import { tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta, type Source } from './extractor.ts'

/** Sources that give one keyword at a time, taken together. */
const joined =
  (source: Source): Source =>
  (factIndex) => [[...source(factIndex)].join(', ')]

/** One comma and one space between keywords, none twice, none empty. */
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
