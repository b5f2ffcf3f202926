import { editDistance } from '#shared/edit-distance.ts'

/** Directives that search engines document for robots metas and `X-Robots-Tag`: Google, Bing, Yandex and others. */
const known = new Set([
  'all',
  'index',
  'follow',
  'noindex',
  'nofollow',
  'none',
  'nosnippet',
  'indexifembedded',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'notranslate',
  'noimageindex',
  'unavailable_after',
  'noarchive',
  'nocache',
  'nositelinkssearchbox',
  'noodp',
  'noydir',
  'noyaca',
  'archive',
  'snippet',
  'imageindex',
  'translate',
  'noai',
  'noimageai',
  'nopagereadaloud',
])
/** Directives that are suggested for misspelled ones. */
const likely = [
  'noindex',
  'nofollow',
  'index',
  'follow',
  'none',
  'nosnippet',
  'noimageindex',
  'unavailable_after',
  'indexifembedded',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'noarchive',
  'notranslate',
]

const values: Readonly<Record<string, RegExp>> = {
  'max-snippet': /^-?\d+$/,
  'max-video-preview': /^-?\d+$/,
  'max-image-preview': /^(none|standard|large)$/i,
}

/** Whether a search engine understands the directive; dates are checked elsewhere. */
export function isKnownDirective(name: string, value: string | null): boolean {
  if (!known.has(name)) return false
  if (name === 'unavailable_after') return true
  const pattern = values[name]
  return pattern === undefined ? value === null : pattern.test(value ?? '')
}

/** The known directives that a text holds without commas, as a list with commas; null unless all of it is known. */
export function separated(text: string): string | null {
  const words = text.split(/[\s;|/&+]+/).filter(Boolean)
  const areKnown = words.length > 1 && words.every((word) => isKnownDirective(...halves(word)))
  return areKnown ? words.join(', ') : null
}

function halves(word: string): [name: string, value: string | null] {
  const colon = word.indexOf(':')
  return colon < 0 ? [word, null] : [word.slice(0, colon), word.slice(colon + 1)]
}

/**
 * The directive that was probably meant, at most two letters away, hyphens and underscores ignored; null without
 * one.
 */
export function suggestionFor(name: string): string | null {
  const plain = name.replace(/[-_]/g, '')
  if (plain.length > 30) return null
  const near = likely
    .map((token) => ({ token, distance: editDistance(plain, token.replace(/[-_]/g, '')) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return near !== undefined && near.distance <= 2 && near.distance < plain.length / 2 ? near.token : null
}
