import registry from 'language-subtag-registry/data/json/registry.json' with { type: 'json' }

interface Subtag {
  readonly Type: string
  readonly Subtag?: string
  readonly Deprecated?: string
}

/** Region subtags of the IANA registry that are no country codes of ISO 3166-1 but reserved for other uses. */
const reserved = new Set(['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'ta', 'un', 'aa', 'zz'])

/**
 * The length tells the registry's subtags of ISO 639-1, 15924 and 3166-1 alpha-2 (RFC 5646, section 2.2);
 * withdrawn codes are marked as deprecated.
 */
const languages = subtags('language', 2)
const scripts = subtags('script', 4)
const regions = subtags('region', 2)

function subtags(type: string, length: number): ReadonlySet<string> {
  const found = (registry as readonly Subtag[]).flatMap((entry) =>
    entry.Type === type && entry.Deprecated === undefined ? (entry.Subtag?.toLowerCase() ?? []) : [],
  )
  return new Set(
    found.filter((subtag) => subtag.length === length && !(type === 'region' && reserved.has(subtag))),
  )
}

/** Common mistakes: codes of countries used as languages, invalid codes, and common abbreviations of countries. */
const languageHints: Readonly<Record<string, string>> = {
  jp: 'ja',
  cn: 'zh',
  cz: 'cs',
  dk: 'da',
  gr: 'el',
  ua: 'uk',
  gb: 'en',
  us: 'en',
  at: 'de',
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  mo: 'ro',
}
const regionHints: Readonly<Record<string, string>> = { uk: 'gb', en: 'gb', el: 'gr', ja: 'jp', cs: 'cz' }

/**
 * Why Google does not accept a code; null for a valid one: a language of ISO 639-1, then optionally a script of
 * ISO 15924 and a country of ISO 3166-1 alpha-2, or `x-default`. Blanks make it no language tag (HTML, 4.2.4: a valid
 * BCP 47 language tag), also those around it.
 */
export function codeFault(code: string): string | null {
  const lower = code.toLowerCase()
  if (lower === 'x-default') return null
  if (lower === '') return 'empty'
  if (lower.length > 50) return 'too long'
  if (/[\s,\u200B-\u200F\u2060]/.test(lower)) return 'contains white space or several codes'
  if (lower.includes('_')) return `use a hyphen: ${lower.replaceAll('_', '-')}`
  const [language = '', ...rest] = lower.split('-')
  if (!languages.has(language)) return unknown('language', language, languageHints)
  const script = rest[0]?.length === 4 ? rest.shift() : undefined
  if (script !== undefined && !scripts.has(script)) return unknown('script', script, {})
  const region = rest.shift()
  if (region !== undefined && !regions.has(region)) return unknown('country', region, regionHints)
  return rest.length > 0
    ? `nothing may follow ${code.slice(0, code.length - rest.join('-').length - 1)}`
    : null
}

function unknown(what: string, part: string, hints: Readonly<Record<string, string>>): string {
  const hint = Object.hasOwn(hints, part) ? `; did you mean ${hints[part]}?` : ''
  return `${part} is not a ${what} code${hint}`
}
