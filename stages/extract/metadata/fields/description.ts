import type { FactIndex } from '../../facts/fact-index.ts'
import { articles, webPages, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../../text/tidy.ts'
import { type Extractor, extract, jsonLd, meta } from './extractor.ts'
import { siteName } from './texts.ts'

/** The text without markup, which descriptions hold by mistake. */
function toText(found: string): string | null {
  return tidy(found.replace(/<[^<>]{1,200}>/g, ' '))
}

/** Shorter descriptions tend to describe the site rather than the page, in characters. */
const tooShort = 50

/**
 * Whether a text is an automatic excerpt: it says so, or it is the beginning of another description and stops in
 * mid-sentence.
 */
function isCut(text: string, others: readonly string[]): boolean {
  if (/(?:\.\.\.|…|\[…\])$/.test(text)) return true
  const isWhole = /[\p{P}\p{S}]$/u.test(text)
  return !isWhole && others.some((other) => other.length > text.length && other.startsWith(text))
}

/** How poor a description is: one cut in mid-sentence is poor, a few words are poorer. */
function shortfall(text: string, others: readonly string[]): number {
  return (text.length < tooShort ? 2 : 0) + (isCut(text, others) ? 1 : 0)
}

const declared = ['description', 'og:description', 'twitter:description'] as const

/**
 * The best declared description. Among equals the first wins; among excerpts the one of Open Graph, since a theme
 * may make the other one. The name of the site alone is no description.
 */
function declaredDescription(factIndex: FactIndex): string | null {
  const { metas } = factIndex
  const site = extract(siteName, factIndex)
  const found = declared.flatMap((key) => toText(metas(key)[0] ?? '') ?? []).filter((text) => text !== site)
  const shortfalls = found.map((text) => shortfall(text, found))
  const least = Math.min(...shortfalls)
  const best = found.filter((_, index) => shortfalls[index] === least)
  return (least === 1 ? toText(metas('og:description')[0] ?? '') : null) ?? best[0] ?? null
}

const further: Extractor = {
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

/** Description of the page: the best declared one, else its first paragraph; null without either. */
export function descriptionOfPage(factIndex: FactIndex): string | null {
  return declaredDescription(factIndex) ?? extract(further, factIndex)
}
