import type { FactIndex } from '../../facts/fact-index.ts'
import {
  articles,
  organizations,
  webPages,
  webSites,
  works,
} from '../../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../../text/tidy.ts'
import { type Extractor, extract, jsonLd, meta, textsOf } from './extractor.ts'
import { plainText } from './plain-text.ts'
import { siteName } from './texts.ts'

/** Where a page declares its description for search results and previews; among equals the first is chosen. */
const declared = ['description', 'og:description', 'twitter:description'] as const

/** Other descriptions of the page, for where it declares none, or one that says little. */
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
  ],
  clean: plainText,
}

const ofArticle: Extractor = { sources: [jsonLd(articles, 'description')], clean: plainText }

/** What a site says about itself on each of its pages. */
const ofSite: Extractor = {
  sources: [jsonLd(new Set([...webSites, ...organizations]), 'description')],
  clean: plainText,
}

const firstParagraph: Extractor = { sources: [({ facts }) => facts.paragraphs], clean: plainText }

/** Shorter descriptions tend to describe the site rather than the page, in characters. */
const minChars = 50
/** Longer texts are the content itself rather than descriptions, in characters. */
const maxChars = 1_000

/**
 * Tells whether a text says little about the page: what the site says on all pages, a few words beside the title and
 * the name of the site, or all of the content. A few words do where the structured data of the article has them too.
 */
function bareness(factIndex: FactIndex, site: string | null): (text: string) => boolean {
  let ofAllPages: readonly string[] | undefined
  const titles = [factIndex.facts.title, factIndex.metas('og:title')[0], site]
  const names = titles.filter((name) => typeof name === 'string')
  // A text this long says enough without them, each taken out once with a space.
  const enoughChars = names.reduce((sum, { length }) => sum + length + 1, minChars)
  return (text) => {
    ofAllPages ??= [...textsOf(ofSite, factIndex)]
    if (text.length > maxChars || ofAllPages.includes(text)) return true
    if (text.length >= enoughChars) return false
    const own = tidy(names.reduce((left, name) => left.replace(name, ''), text))
    return own === null || (own.length < minChars && ![...textsOf(ofArticle, factIndex)].includes(text))
  }
}

/**
 * Whether a text is an automatic excerpt: it says so, or it is the beginning of another description and stops in
 * mid-sentence.
 */
function isCut(text: string, others: readonly string[]): boolean {
  // The end alone is searched: a pattern with `$` is tried at each character.
  const end = text.slice(-4)
  if (/(?:\.{3}|…)[\])]?$/.test(end)) return true
  const isBeginning = others.some((other) => other.length > text.length && other.startsWith(text))
  return isBeginning && !/[\p{P}\p{S}]$/u.test(end)
}

/** Whether a text is another description with words before it, such as the title or the section. */
function isDecorated(text: string, others: readonly string[]): boolean {
  return others.some((other) => other.length >= minChars && text.indexOf(other) > 0)
}

interface Declared {
  readonly text: string
  readonly isOpenGraph: boolean
}

/** How poor a description is. Among excerpts that of Open Graph is better: a theme may make the other one. */
function shortfall({ text, isOpenGraph }: Declared, others: readonly string[]): number {
  if (isCut(text, others)) return isOpenGraph ? 2 : 3
  return isDecorated(text, others) ? 1 : 0
}

/** The least poor description, the first of several; null without any. */
function bestOf(found: readonly Declared[]): string | null {
  const texts = found.map(({ text }) => text)
  const [best] = found.toSorted((one, other) => shortfall(one, texts) - shortfall(other, texts))
  return best?.text ?? null
}

/** The first declared description of each kind, equal ones once. The name of the site alone is no description. */
function declaredDescriptions(factIndex: FactIndex, site: string | null): Declared[] {
  const found: Declared[] = []
  for (const key of declared) {
    const text = plainText(factIndex.metas(key)[0] ?? '')
    const isNew = text !== null && text !== site && !found.some((one) => one.text === text)
    if (isNew) found.push({ text, isOpenGraph: key === 'og:description' })
  }
  return found
}

/**
 * Description of the page: the best declared one that says something, else another one of the page, else its first
 * paragraph; null without any.
 */
export function descriptionOfPage(factIndex: FactIndex): string | null {
  const site = extract(siteName, factIndex)
  const found = declaredDescriptions(factIndex, site)
  const isBare = bareness(factIndex, site)
  return (
    bestOf(found.filter(({ text }) => !isBare(text))) ??
    textsOf(further, factIndex).find((text) => !isBare(text)) ??
    found[0]?.text ??
    extract(further, factIndex) ??
    extract(firstParagraph, factIndex)
  )
}
