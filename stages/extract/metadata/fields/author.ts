import type { FactIndex } from '../../facts/fact-index.ts'
import type { BylineFact, BylineKind } from '../../facts/page-facts.ts'
import type { JsonValue } from '../../structured-data/json-ld/json-ld.ts'
import { articles, nameOf, typesOf, webPages, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { isUrlLike, tidy } from '../../text/tidy.ts'
import { extract, meta, type Source } from './extractor.ts'
import { siteName } from './texts.ts'

const maxNameChars = 100

/** Labels anywhere in a byline; the name follows them. */
const afterLabel = /^[^\n]{0,60}?(?<!\p{L})(?:autor(?:in|en)?|authors?|text|redaktion|von|by)\s*:\s*/iu
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
  return text.replace(afterLabel, '').replace(leading, '')
}

/** Whether a text consists of names: a few words each, none of them a word of a sentence. */
function looksLikeNames(text: string): boolean {
  return text.length <= 80 && text.split(' ').length <= 8 && !/[!?:]|\.\s\p{Ll}/u.test(text)
}

/** Names in a text that names authors, as written; `;` counts as a separator. URLs and handles are no names. */
function toNames(text: string, isByline: boolean): string[] {
  const tidied = tidy(text)
  if (tidied === null || isUrlLike(tidied)) return []
  const parts = tidied.includes('&#') ? [tidied] : tidied.split(/\s*;\s*/)
  return parts.map((part) => toName(part, isByline)).filter((name) => name !== null)
}

const maxNames = 10
/** Maximum number of start tags between the names of one byline; names further away belong to another work. */
const maxGap = 12

function namesIn(values: Iterable<JsonValue>): string[] {
  return [...values].map(nameOf).filter((name) => name !== null)
}

/** The authors of the first node of these types that has any; other nodes are other works. */
function authorOf(types: ReadonlySet<string>): Source {
  return ({ graph }) => {
    for (const node of graph.nodes) {
      if (!typesOf(node).some((type) => types.has(type))) continue
      const names = namesIn(graph.valuesOf(node, 'author'))
      const found = names.length > 0 ? names : namesIn(graph.valuesOf(node, 'creator'))
      if (found.length > 0) return found
    }
    return []
  }
}

/** The first byline of a kind, and those close behind it. */
function bylines(kind: BylineKind): Source {
  return ({ facts }) => {
    const ofKind = facts.bylines.filter((byline) => byline.kind === kind)
    const group: BylineFact[] = []
    for (const byline of ofKind.toSorted((a, b) => a.order - b.order)) {
      if (group.length > 0 && byline.order - (group.at(-1)?.order ?? 0) > maxGap) break
      group.push(byline)
    }
    return group.map(({ text }) => text)
  }
}

/** Metas of WordPress's SEO plugin for messengers: label1 "Written by", data1 the name. */
function* labelled({ metas }: FactIndex): Generator<string> {
  for (const number of ['1', '2']) {
    const label = metas(`twitter:label${number}`)[0] ?? ''
    if (
      /^(?:written by|verfasst von|geschrieben von|écrit par|escrito por|scritto da|by|author)/i.test(label)
    )
      yield* metas(`twitter:data${number}`)
  }
}

interface AuthorSource {
  readonly source: Source
  /** Its texts hold words beside the names. */
  readonly isByline: boolean
}

const plain = (source: Source): AuthorSource => ({ source, isByline: false })
const byline = (source: Source): AuthorSource => ({ source, isByline: true })

/** Sources of author names, the most reliable first. All names of one source count, in order. */
const authorSources: readonly AuthorSource[] = [
  plain(authorOf(articles)),
  plain(
    meta('author', 'article:author_name', 'dc.creator', 'dcterms.creator', 'dc:creator', 'citation_author'),
  ),
  plain(
    meta('sailthru.author', 'parsely-author', 'byl', 'cxenseparse:author', 'vr:author', 'itemprop:author'),
  ),
  plain(meta('article:author', 'og:author', 'book:author', 'og:article:author')),
  plain(labelled),
  plain(authorOf(works)),
  plain(authorOf(webPages)),
  byline(bylines('itemprop-name')),
  byline(bylines('itemprop')),
  byline(bylines('class-name')),
  byline(bylines('rel')),
  byline(bylines('link')),
  byline(bylines('class')),
  byline(bylines('text')),
]

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a name is an account's or the site's own: it names the publisher, not the author. */
function isImpersonal(factIndex: FactIndex): (name: string) => boolean {
  const site = folded(extract(siteName, factIndex) ?? '')
  const host = folded(factIndex.location.hostname.replace(/^www\./, ''))
  return (name) => {
    const plainName = folded(name)
    if (plainName === site || host.startsWith(plainName) || plainName === host) return true
    if (
      /^(?:wordpress)?(?:admin|administrator|webmaster|editor|user|author|autor|redakteur|staff|unknown|anonymous|gast|guest)$/.test(
        plainName,
      )
    )
      return true
    return (
      /\.(?:com|org|net|de|at|ch|fr|info|eu)$/i.test(name) || /\b(?:GmbH|e\. ?V|AG|Inc|Ltd|LLC)\b/.test(name)
    )
  }
}

/** Names in order, each once. A text that only repeats a name with more words behind it is dropped. */
function joined(names: readonly string[]): string {
  const kept: string[] = []
  for (const name of names)
    if (!kept.some((earlier) => folded(name).startsWith(folded(earlier)))) kept.push(name)
  return kept.slice(0, maxNames).join(', ')
}

/** Authors of the page, joined by `, `. Persons go before the site itself. Null when no author is named. */
export function authorOfPage(factIndex: FactIndex): string | null {
  const isImpersonalHere = isImpersonal(factIndex)
  let site: string | null = null
  for (const { source, isByline } of authorSources) {
    const names = [...source(factIndex)].flatMap((text) => toNames(text, isByline))
    const persons = names.filter((name) => !isImpersonalHere(name))
    if (persons.length > 0) return joined(persons)
    if (names.length > 0) site ??= joined(names)
  }
  return site
}
