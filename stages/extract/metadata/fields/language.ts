import { webPages, webSites, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../../text/tidy.ts'
import { type Extractor, jsonLd, meta } from './extractor.ts'

const maxKnown = 500
/** Cache of canonical forms: pages use the same few tags. */
const known = new Map<string, string | null>()

function canonicalTag(tag: string): string | null {
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
  const canonical = known.get(tag) ?? canonicalTag(tag)
  if (known.size < maxKnown) known.set(tag, canonical)
  return canonical
}

export const language: Extractor = {
  field: 'language',
  sources: [
    ({ facts }) => [facts.lang ?? ''],
    meta('http-equiv:content-language', 'language', 'content-language', 'dc.language', 'dcterms.language'),
    ({ page }) => page.headers['content-language'] ?? [],
    meta('og:locale'),
    jsonLd(works, 'inLanguage'),
    jsonLd(webPages, 'inLanguage'),
    jsonLd(webSites, 'inLanguage'),
  ],
  clean: toLanguageTag,
}
