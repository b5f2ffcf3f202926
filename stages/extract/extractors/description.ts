import type { Reading } from '../reading.ts'
import { articles, webPages, works } from '../structured-data/kinds.ts'
import { tidy } from '../text.ts'
import { type Extractor, extract, jsonLd, meta } from './extractor.ts'

/** Markup that descriptions carry by mistake. */
function toText(found: string): string | null {
  return tidy(found.replace(/<[^<>]{1,200}>/g, ' '))
}

/** Below this a description says more of the site than of the page. */
const tooShort = 50

/** How far a description falls short: an automatic excerpt, cut in mid-sentence, is bad, a few words are worse. */
function shortfall(text: string): number {
  return (text.length < tooShort ? 2 : 0) + (/(?:\.\.\.|…|\[…\])$/.test(text) ? 1 : 0)
}

const declared = ['description', 'og:description', 'twitter:description'] as const

/**
 * The declared description that falls least short; of equals the first, but of excerpts that of Open Graph, which
 * is made for the page where the other may be made by a theme.
 */
function declaredDescription({ metas }: Reading): string | null {
  const found = declared.flatMap((key) => toText(metas(key)[0] ?? '') ?? [])
  const least = Math.min(...found.map(shortfall))
  const best = found.filter((text) => shortfall(text) === least)
  return (least === 1 ? toText(metas('og:description')[0] ?? '') : null) ?? best[0] ?? null
}

const further: Extractor = {
  field: 'description',
  sources: [
    meta(
      'dc.description',
      'dcterms.description',
      'dcterms.abstract',
      'dc:description',
      'sailthru.description',
    ),
    jsonLd(articles, 'description'),
    jsonLd(works, 'description'),
    jsonLd(webPages, 'description'),
    meta('itemprop:description'),
    ({ facts }) => [facts.itemTexts.description ?? ''],
    ({ facts }) => facts.paragraphs,
  ],
  clean: toText,
}

/** What the page says it is about; null when it says nothing and has no paragraph to quote. */
export function descriptionOfPage(reading: Reading): string | null {
  return declaredDescription(reading) ?? extract(further, reading)
}
