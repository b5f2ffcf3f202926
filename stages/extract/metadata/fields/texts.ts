import { organizations, webPages, webSites, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { isUrlLike, tidy } from '../../text/tidy.ts'
import { type Extractor, heading, jsonLd, meta, type Source } from './extractor.ts'
import { isUnfilled } from './plain-text.ts'

/** A source without the texts that a script has yet to fill. */
const filled =
  (source: Source): Source =>
  (factIndex) =>
    [...source(factIndex)].filter((text) => !isUnfilled(text))

export const title: Extractor = {
  sources: [
    ({ facts }) => [facts.title ?? ''],
    filled(meta('og:title')),
    filled(meta('twitter:title')),
    filled(heading(1)),
  ],
  clean: tidy,
}

/** A field that is the content of one meta, as written. */
function verbatim(key: string): Extractor {
  return { sources: [meta(key)], clean: tidy }
}

export const viewport = verbatim('viewport')
export const themeColor = verbatim('theme-color')
export const generator = verbatim('generator')

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

/** Number of tags whose canonical form is remembered; few languages make up most of the web. */
const maxTags = 500
/** Longer strings may be slices of a page, and one that is remembered keeps the whole page in memory. */
const maxTagChars = 12
const canonicalTags = new Map<string, string | null>()

function canonicalTag(tag: string): string | null {
  const known = canonicalTags.get(tag)
  if (known !== undefined) return known
  const canonical = canonicalized(tag)
  if (tag.length <= maxTagChars && canonicalTags.size < maxTags) canonicalTags.set(tag, canonical)
  return canonical
}

function canonicalized(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** A canonical BCP 47 tag (`en_US` becomes `en-US`); null for values that name no language, such as `x-default`. */
function toLanguageTag(found: string): string | null {
  const [first] = found.split(/[,;]/)
  const tag = tidy(first)?.replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return null
  return canonicalTag(tag)
}

export const language: Extractor = {
  sources: [
    ({ facts }) => [facts.lang ?? '', facts.xmlLang ?? ''],
    meta('http-equiv:content-language', 'language', 'content-language', 'dc.language', 'dcterms.language'),
    ({ page }) => page.headers['content-language'] ?? [],
    meta('og:locale'),
    jsonLd(works, 'inLanguage'),
    jsonLd(webPages, 'inLanguage'),
    jsonLd(webSites, 'inLanguage'),
  ],
  clean: toLanguageTag,
}

const maxNameChars = 200

/** The name; null for URLs and for texts that are no name. */
function toName(found: string): string | null {
  const name = tidy(found)
  return name === null || isUrlLike(name) || name.length > maxNameChars ? null : name
}

export const siteName: Extractor = {
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
