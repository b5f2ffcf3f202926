import { decodeHTML } from 'entities'
import { labelOf } from '../../text/byline-words.ts'
import { hasLetter, isUrlLike, tidy, withoutLeadingSigns } from '../../text/tidy.ts'

const maxNameChars = 100
/** Characters of a text in which names are looked for: those of some fifteen long names. */
const maxTextChars = 1500

/**
 * What a text holds: `name` a name and nothing else, `byline` a name with other words and a markup that tells so,
 * `labelled` a label and perhaps a name, in text without such markup.
 */
export type Wording = 'name' | 'byline' | 'labelled'

/** Labels without a name, and words that stand in its place. */
const placeholder =
  /^(?:by|von|par|por|di|door|av|af|od|autor(?:in|en)?|authors?|auteurs?|text|redaktion:|(?:posted|written) by|artikel von|beitrag von|about|about the author|über(?: (?:mich|uns|den autor|die autorin))?|(?:written|posted|published|updated|veröffentlicht|publiziert|erstellt|aktualisiert|zuletzt (?:geändert|aktualisiert))(?:\s(?:am|on|by|von))?|user ?name|benutzername|publisher|unknown|unbekannt|anonymous|anonym|n\/?a|none|null|undefined|name|follow|follow author|more|mehr|weiterlesen|read more|login|log in|anmelden|share|teilen|profile?|website|kommentare?|comments?|impressum|kontakt|suche|search|alle (?:artikel|beiträge).*|view (?:all|profile).*|(?:more|all) posts.*)\s*:?$/i
/** What stands behind a name: other credits, the role, links of other texts. */
const credits =
  /(?:\b(?:edited|illustrat(?:ed|ions?)|photo(?:s|graphs|graphy)?|video|translated|reviewed|übersetz(?:t|ung)|illustration(?:en)?|fotos?|bild(?:er)?|lektorat|mit (?:fotos|bildern)|photographies?|fotografías?)\s?(?:by|von|par|por|di|:)|\b(?:zeige alle|alle (?:artikel|beiträge)|view (?:all|profile)|see all|all posts|more (?:from|by|posts)|mehr (?:von|artikel|über)|follow\b|folgen\b|designed\b|(?-i:is|was|ist|war|est une?|es una?)\s))/i
const role =
  /,\s(?=[^,]*\b(?:editors?|reporters?|correspondents?|writers?|journalists?|columnists?|redakteur(?:in)?|chefredakteur(?:in)?|korrespondent(?:in)?|volontär(?:in)?|ceo|cto|chief|director|manager|engineers?|attorney|professor|founder|president|authors?|autor(?:in)?|staff|contributor|producer|analyst|leiter(?:in)?|geschäftsführer(?:in)?|sprecher(?:in)?|pressesprecher(?:in)?|journaliste|rédact(?:eur|rice)|periodista|redactora?)\b).*$/i
const separators = /[|•·→»]|\s[–—-](?:\s|$)|\s\((?![^)]*\)\s\p{Lu})|\s\/\s/u
const months =
  'jan|feb|mär|mar|apr|mai|may|maj|jun|jul|aug|sep|okt|oct|out|nov|dez|dec|janvier|février|avril|juin|juillet|août|enero|abril|gennaio|maggio|giugno|luglio|agosto|settembre|ottobre|dicembre|agosto|diciembre|dezembro|décembre'
/** Prepositions before a date that are parts of names too, such as Le and den. In dates they are in lower case. */
const particles = '(?-i:le|el|il|op|den|em)'
/** Dates, times and prepositions before them. */
const moment = new RegExp(
  `\\s*(?:\\d{1,2}[./:]\\s?\\d|\\d{1,2}\\.?\\s(?:de\\s)?(?:${months})|\\d{1,2}\\.?\\s\\p{L}+\\.?,?\\s\\d{4}\\b|\\b\\d{4}\\b|,?\\s(?:am|on|vom|at|um)\\s(?=.*\\d)|,?\\s${particles}\\s(?=(?:(?-i:\\p{Ll}+)\\.?,?\\s)?\\d)|,?\\s(?:posted|published|updated|in|for|über|veröffentlicht|aktualisiert)\\s|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\\b|(?:${months})[a-z]*\\.?\\s\\d|,?\\s(?:am|on|vom|at|um|${particles}|(?-i:in)|unter|for|for the)$|\\d+\\s(?:min|sec|hours?|days?|stunden?|tage?n?|minutes?)\\b).*$`,
  'iu',
)
/** Words of moments. `(?i:)` is not used here: V8 ignores it in lists of words while it optimises no regular expressions. */
const momentWords =
  /\d|day|tag|woch|\s(?:in|for|am|on|um|at|vom|posted|published|updated|über|unter|veröffentlicht|aktualisiert)(?:\P{L}|$)/iu
/** Whether a text holds a digit, a word that names do not begin with, or a day of the week; most names do not. */
const mayHoldMoment = (text: string) => /\s\p{Ll}/u.test(text) || momentWords.test(text)
const address = /<?\(?[\w.+-]+@[\w.-]+\.[a-z]{2,}\)?>?/giu

const word = String.raw`(?:\p{Lu}|[dDlLO]['’]\p{Lu}|\p{Lo})[\p{L}\p{M}\p{N}'’.\-·・]*`
const particle = `(?:von|van|vom|de|der|den|dem|des|la|le|les|du|di|da|dos|das|do|del|della|degli|el|al|bin|ibn|ben|zu|zum|zur|ter|ten|te|af|av|y|e|i|und|and|et|og|och|&|'t)`
const person = new RegExp(`^${word}(?:,?\\s(?:${word}|${particle})){0,8}$`, 'u')

/** Whether a text reads like names of persons: capitals, or a script without them, and particles. */
export function isPerson(text: string): boolean {
  return person.test(text)
}

function withoutQuotes(text: string): string {
  return text.replace(/^["'“”„«»‚‘]+([^"'“”„«»‚‘’]+)["'“”„«»‚‘’]+$/u, '$1')
}

/** An address in place of a name is none; feeds write `jane@example.com (Jane Doe)`. */
function withoutAddress(text: string): string {
  if (!text.includes('@')) return text
  const named = /^[\w.+-]+@[\w.-]+\s+\((.+)\)$/.exec(text)?.[1]
  return named ?? text.replace(address, ' ').replace(/\s*@.*$/, '')
}

/** Credits of pictures. */
const credit =
  /^(?:fotos?|foto(?:graf|grafin)|photo(?:s|graphs?|grapher|graphy)?|bild(?:er)?|images?|illustrations?|grafik|фото|圖|图)(?!\p{L})/iu
/** Counts, sentences of scripts without spaces. */
const notName = /^\d+\s[\p{Lu}\p{Ll}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\d]{10}/u

/** Whether a text can be a name: no count, no date, no sentence. */
function canBeName(name: string): boolean {
  if (name.length > maxNameChars || credit.test(name) || !hasLetter(name) || placeholder.test(name))
    return false
  return !isUrlLike(name) && !notName.test(name)
}

function trimmed(text: string): string | null {
  return tidy(text.replace(/^[\s,:;|•·–—-]+|[\s,:;–—-]+$/g, ''))
}

/** "By" before a name. In lower case, what stands behind "von" is a part of the name: von der Leyen. */
const leadingLabel = /^(?:(?:written |posted )?by\s+|von\s+(?-i:(?=[\p{Lu}\p{Lo}])))/iu

/** The text before the first match. */
function before(pattern: RegExp, text: string): string {
  const at = text.search(pattern)
  return at < 0 ? text : text.slice(0, at).trimEnd()
}

function nameOf(text: string, wording: Wording): string | null {
  if (isUrlLike(text) || text.startsWith('@')) return null
  let name: string | null = before(separators, before(credits, withoutQuotes(withoutAddress(text))))
  if (wording === 'name') name = name.replace(leadingLabel, '')
  else if (mayHoldMoment(name)) name = name.replace(moment, '')
  name = trimmed(name.replace(role, ''))
  if (name === null || !canBeName(name)) return null
  return wording === 'name' || looksLikeNames(name) ? name : null
}

/** Whether a text consists of names: a few words each, none of them a word of a sentence. */
function looksLikeNames(text: string): boolean {
  return text.length <= 80 && text.split(' ').length <= 8 && !/[!?:«»]|\.\s\p{Ll}|\.{3}|…/u.test(text)
}

const conversation = /\s+(?:im gespräch mit|im interview mit|in conversation with)\s+/iu
const listSign = /^(?:,|&|\+|and|und|et|y|e|og|och|en|i|и|sowie|with|mit)$/i
const endsList = /(?:[,/]|\s(?:&|and|und|et|y|og|och|en|и))$/i
const goesOn = /^(?:&|and|und|et|og|och|и)\s/i

/** The first runs that are a list of names. Markup divides a name from what stands behind it. */
function listAt(runs: readonly string[]): string {
  let list = runs[0] ?? ''
  for (let at = 1; at < runs.length; at++) {
    const run = runs[at] ?? ''
    if (!endsList.test(list) && !goesOn.test(run) && !listSign.test(run)) break
    list = run.startsWith(',') ? `${list}${run}` : `${list} ${run}`
  }
  return list
}

interface Labelled {
  readonly runs: readonly string[]
  readonly label: 'certain' | 'bare' | null
  /** Whether the name has a run of its own, as links have. */
  readonly isApart: boolean
}

/** Number of runs before a label: a category, a date. */
const maxBefore = 4

/** The runs behind the first label, or all runs without one. */
function behindLabel(runs: readonly string[]): Labelled {
  for (const [at, run] of runs.slice(0, maxBefore).entries()) {
    const found = labelOf(withoutLeadingSigns(run))
    if (found === null) continue
    const { kind: label, rest } = found
    const more = runs.slice(at + 1)
    const isApart = rest === '' && more[0] !== ''
    return { runs: (rest === '' ? more : [rest, ...more]).filter((one) => one !== ''), label, isApart }
  }
  return { runs, label: null, isApart: true }
}

/** Whether a run is the beginning of a name whose parts are marked up one by one. */
function isDividedName(runs: readonly string[]): boolean {
  return runs.length === 2 && runs.every((run) => /^\p{Lu}[\p{L}'’-]+$/u.test(run))
}

/** Whether names in text without markup are ones: a bare label begins sentences too. */
function areCertain(names: string, { label, isApart }: Labelled): boolean {
  if (label === null) return false
  if (person.test(names)) return label === 'certain' || isApart || names.includes(' ')
  return label === 'certain' && isApart && /^[\p{L}\p{N}_.-]{2,30}$/u.test(names)
}

function nameInByline(text: string, wording: Wording): string | null {
  if (!hasLetter(text)) return null
  const written = text.replaceAll('\u00ad', '').replace(conversation, ', ')
  const labelled = behindLabel(
    written.split('\n').filter((run) => run === '' || hasLetter(run) || /[\p{N},&+]/u.test(run)),
  )
  if (credit.test(labelled.runs[0] ?? '')) return null
  const runs = labelled.runs.filter((run, at) => at > 0 || !placeholder.test(run))
  const list = isDividedName(runs) && wording === 'byline' ? runs.join(' ') : listAt(runs)
  const again = labelOf(list)
  const isLabelled = again?.kind === 'certain' || (again !== null && !person.test(list))
  const name = nameOf(isLabelled ? again.rest : list, wording)
  if (name === null) return null
  return wording === 'labelled' && !areCertain(name, labelled) ? null : name
}

/**
 * Names in a text that names authors, as written; `;` divides them. URLs, handles, addresses and placeholders are no
 * names. The runs of bylines are divided by line feeds.
 */
export function namesIn(written: string, wording: Wording): string[] {
  const text = written.slice(0, maxTextChars)
  if (wording !== 'name') {
    const name = nameInByline(text, wording)
    return name === null ? [] : name.split(/\s*;\s*/)
  }
  const tidied = tidy(text.includes('&') ? decodeHTML(text) : text)
  if (tidied === null || isUrlLike(tidied)) return []
  const parts = tidied.split(/\s*;\s*/)
  return parts.map((part) => nameOf(part, wording)).filter((name) => name !== null)
}
