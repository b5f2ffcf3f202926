import { isUrlLike, tidy } from '../../text/tidy.ts'

const maxNameChars = 100

/** Labels anywhere in a byline: what follows is the name. */
const labelled = /^[^\n]{0,60}?(?<!\p{L})(?:autor(?:in|en)?|authors?|text|redaktion|von|by)\s*:\s*/iu
/** Words before a name, at the beginning: "By", "Posted by", "Ein Artikel von", "Text von". */
const leading =
  /^(?:(?:written|posted|published|submitted|geschrieben|verfasst|veröffentlicht|publiziert|erstellt|gespeichert|eingestellt|(?:ein\s+|blog\s?)?(?:beitrag|artikel)|text|interview),?\s+)?(?:(?:by|von|par|por|di|autor(?:in|en)?|authors?)\s+)?/i
/** … and behind a date: "am 3. Mai 2020 von". */
const behindDate = /^[^\n]{0,60}?\d[^\p{L}\n]{0,3}(?:uhr\s+)?(?:von|by)\s+/iu
/** Bare labels. */
const label =
  /^(?:by|von|par|por|autor(?:in|en)?|authors?|text|redaktion|posted by|written by|artikel von|beitrag von|about|über|(?:written|posted|published|updated|veröffentlicht|publiziert|erstellt|aktualisiert|zuletzt (?:geändert|aktualisiert))(?:\s(?:am|on|by|von))?)\s*:?$/i
/** What follows a name in a byline: other authors' links, dates and times, separators with more behind them. */
const trail =
  /\s*(?:zeige alle|alle (?:artikel|beiträge)|view (?:all|profile)|see all|all posts|more (?:from|by|posts)|mehr (?:von|artikel|über)|follow\b|folgen\b|[|•·→»@]|\s[–—-](?:\s|$)|\s\(|\d{1,2}[./:]\s?\d|\b\d{4}\b|,?\s(?:am|on|vom|at|um|posted|published|updated|in|for|über|veröffentlicht|aktualisiert|designed)\s|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d).*$/i

/** One name from one text; null where it holds none. `isByline` texts hold other words, so more is asked of the name. */
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

/** At most a handful of words to a name, none of them a sentence's. */
function looksLikeNames(text: string): boolean {
  return text.length <= 80 && text.split(' ').length <= 8 && !/[!?:]|\.\s\p{Ll}/u.test(text)
}

/**
 * The names in a text that says who wrote: as they are written there, `;` between them taken as a separator.
 * Addresses and handles are no names.
 */
export function toNames(text: string, isByline: boolean): string[] {
  const tidied = tidy(text)
  if (tidied === null || isUrlLike(tidied)) return []
  const parts = tidied.includes('&#') ? [tidied] : tidied.split(/\s*;\s*/)
  return parts.map((part) => toName(part, isByline)).filter((name) => name !== null)
}
