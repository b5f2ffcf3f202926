import { isUrlLike, tidy } from '../../text/tidy.ts'

const maxNameChars = 100

/** Labels anywhere in a byline; the name follows them. */
const labelled = /^[^\n]{0,60}?(?<!\p{L})(?:autor(?:in|en)?|authors?|text|redaktion|von|by)\s*:\s*/iu
/** Words before a name at the beginning: "By", "Posted by", "Ein Artikel von", "Text von". */
const leading =
  /^(?:(?:written|posted|published|submitted|geschrieben|verfasst|veröffentlicht|publiziert|erstellt|gespeichert|eingestellt|(?:ein\s+|blog\s?)?(?:beitrag|artikel)|text|interview),?\s+)?(?:(?:by|von|par|por|di|autor(?:in|en)?|authors?)\s+)?/i
/** Words between a date and a name: "am 3. Mai 2020 von". */
const behindDate = /^[^\n]{0,60}?\d[^\p{L}\n]{0,3}(?:uhr\s+)?(?:von|by)\s+/iu
/** Labels without a name. */
const label =
  /^(?:by|von|par|por|autor(?:in|en)?|authors?|text|redaktion|posted by|written by|artikel von|beitrag von|about|über|(?:written|posted|published|updated|veröffentlicht|publiziert|erstellt|aktualisiert|zuletzt (?:geändert|aktualisiert))(?:\s(?:am|on|by|von))?)\s*:?$/i
/** Text behind a name in a byline: links of other authors, dates and times, separators with more text. */
const trail =
  /\s*(?:zeige alle|alle (?:artikel|beiträge)|view (?:all|profile)|see all|all posts|more (?:from|by|posts)|mehr (?:von|artikel|über)|follow\b|folgen\b|[|•·→»@]|\s[–—-](?:\s|$)|\s\(|\d{1,2}[./:]\s?\d|\b\d{4}\b|,?\s(?:am|on|vom|at|um|posted|published|updated|in|for|über|veröffentlicht|aktualisiert|designed)\s|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d).*$/i

/**
 * The name in a text; null without one. `isByline` texts hold other words, so the name has to meet stricter tests.
 */
function toName(text: string, isByline: boolean): string | null {
  let name: string | null = isByline ? tidy(withoutLead(text)) : tidy(text.replace(/^(?:by|von)\s+/i, ''))
  if (name === null || isUrlLike(name) || name.startsWith('@')) return null
  if (label.test(text) || label.test(name)) return null
  name = tidy(name.replace(trail, '').replace(/[\s,:;–—-]+$/, ''))
  if (name === null || name.length > maxNameChars || !/\p{L}/u.test(name) || label.test(name)) return null
  return isByline && !looksLikeNames(name) ? null : name
}

function withoutLead(text: string): string {
  if (behindDate.test(text)) return text.replace(behindDate, '')
  return text.replace(labelled, '').replace(leading, '')
}

/** Whether a text consists of names: a few words each, none of them a word of a sentence. */
function looksLikeNames(text: string): boolean {
  return text.length <= 80 && text.split(' ').length <= 8 && !/[!?:]|\.\s\p{Ll}/u.test(text)
}

/** Names in a text that names authors, as written; `;` counts as a separator. URLs and handles are no names. */
export function toNames(text: string, isByline: boolean): string[] {
  const tidied = tidy(text)
  if (tidied === null || isUrlLike(tidied)) return []
  const parts = tidied.includes('&#') ? [tidied] : tidied.split(/\s*;\s*/)
  return parts.map((part) => toName(part, isByline)).filter((name) => name !== null)
}
