import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' }

const known = new Set(Object.keys(languages))

/** The first subtag of a language tag in lower case: `en` of `en-GB`. */
export function primaryLanguage(tag: string): string {
  return (tag.trim().split(/[-_]/, 1)[0] ?? '').toLowerCase()
}

/**
 * Whether the tag begins with a language of the IANA registry (RFC 5646, section 2.2.1); `qaa` to `qtz` are for
 * private use.
 */
export function isKnownLanguage(tag: string): boolean {
  const primary = primaryLanguage(tag)
  return known.has(primary) || /^q[a-t][a-z]$/.test(primary)
}
