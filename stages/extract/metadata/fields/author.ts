import type { FactIndex } from '../../facts/fact-index.ts'
import type { JsonValue } from '../../structured-data/json-ld/json-ld.ts'
import { articles, nameOf, webPages, works } from '../../structured-data/json-ld/json-ld-graph.ts'
import { bylineKinds, bylineOf, corrections, usableBylines } from './author-bylines.ts'
import { folded, isImpersonal, isNobody } from './author-impersonal.ts'
import { isPerson, namesIn } from './author-names.ts'
import { meta, type Source } from './extractor.ts'

const maxNames = 10
/** Names of one source that are looked at: each is compared with those of all other sources. */
const maxNamesOfSource = 30

/** Names from one kind of place, in order. */
type Names = (factIndex: FactIndex) => readonly string[]

function textsOf(values: Iterable<JsonValue>): string[] {
  return [...values].map(nameOf).filter((name) => name !== null)
}

function namesOf(texts: Iterable<string>): string[] {
  return Iterator.from(texts)
    .flatMap((text) => namesIn(text, 'name'))
    .take(maxNamesOfSource)
    .toArray()
}

/** The authors of the first node of these types that has any; other nodes are other works. */
function authorOf(types: ReadonlySet<string>): Names {
  return ({ graph }) => {
    for (const node of graph.nodesOf(types)) {
      const authors = namesOf(textsOf(graph.valuesOf(node, 'author')))
      const found = authors.length > 0 ? authors : namesOf(textsOf(graph.valuesOf(node, 'creator')))
      if (found.length > 0) return found
    }
    return []
  }
}

const writtenBy =
  /^(?:written|verfasst|geschrieben|beitrag|artikel|écrit|rédigé|escrito|scritto|geschreven|skriv|skrevet|napisa|autor|author|auteur|by|von|写|著者|投稿者|作者|автор|написано|yazan|ditulis|kirjoit)/i

/** Metas of WordPress's SEO plugin for messengers: label1 "Written by", data1 the name. */
function* labelled({ metas }: FactIndex): Generator<string> {
  for (const number of ['1', '2']) {
    const label = metas(`twitter:label${number}`)[0] ?? ''
    if (writtenBy.test(label)) yield* metas(`twitter:data${number}`)
  }
}

/** Whether a text holds the address of another site: it credits who made the template. */
function creditsTemplate(text: string, host: string): boolean {
  const other = /(?:https?:\/\/|\bwww\.)([^\s/)]+)/i.exec(text)?.[1]
  return other !== undefined && !`.${host}`.endsWith(`.${other.replace(/^www\./, '')}`)
}

const named =
  (source: Source): Names =>
  (factIndex) => {
    const texts = [...source(factIndex)]
    if (texts.length === 0) return texts
    return namesOf(texts.filter((text) => !creditsTemplate(text, factIndex.location.hostname)))
  }

/** What a page tells machines, the most reliable first. All names of one source count, in order. */
const stated: readonly Names[] = [
  authorOf(articles),
  named(
    meta('author', 'article:author_name', 'dc.creator', 'dcterms.creator', 'dc:creator', 'citation_author'),
  ),
  named(
    meta('sailthru.author', 'parsely-author', 'byl', 'cxenseparse:author', 'vr:author', 'itemprop:author'),
  ),
  named(meta('article:author', 'og:author', 'book:author', 'og:article:author')),
  named(
    meta(
      'authors',
      'author_name',
      'article.author',
      'article-author',
      'dc.creator.aut',
      'dcterms.creator.aut',
      'dcsext.author',
      'rbauthors',
      'atc-metaauthor',
      'shareaholic:article_author_name',
    ),
  ),
  named(labelled),
  authorOf(works),
  authorOf(webPages),
]

/** Parts of the words below, whether they begin with a capital or not: searching for plain text is much faster. */
const scriptWords = ['uthor', 'yline', 'utor']
const scriptAuthor = /(?:author|byline|autor)s?(?:_?-?name)?["']?\s*[:=]\s*\[?\s*["']([^"'{}<>]{3,60})["']/i

/** The author in the data that a page gives to measuring scripts; persons only, as other values are codes. */
function scriptData({ facts: { scripts } }: FactIndex): readonly string[] {
  for (const { start } of scripts) {
    const found = scriptWords.some((word) => start.includes(word)) ? scriptAuthor.exec(start)?.[1] : undefined
    const names = found === undefined || found.includes('\\') ? [] : namesIn(found, 'name')
    if (names.length > 0 && names.every((name) => name.includes(' ') && isPerson(name))) return names
  }
  return []
}

/** Names in order, each once. A text that only repeats a name with more words behind it is dropped. */
function joined(names: readonly string[]): string {
  const kept: string[] = []
  for (const name of names)
    if (!kept.some((earlier) => folded(name).startsWith(folded(earlier)))) kept.push(name)
  return kept.slice(0, maxNames).join(', ')
}

/** Authors from one source: persons, and the site or an account. */
interface Found {
  readonly persons: readonly string[]
  readonly others: readonly string[]
}

/** The first source with persons, else the first with any name. */
function firstOf(sources: Iterable<readonly string[]>, isImpersonalHere: (name: string) => boolean): Found {
  let others: readonly string[] = []
  for (const all of sources) {
    const names = all.filter((name) => !isNobody(name))
    const persons = names.filter((name) => !isImpersonalHere(name))
    if (persons.length > 0) return { persons, others }
    if (others.length === 0) others = names
  }
  return { persons: [], others }
}

function* statedBy(factIndex: FactIndex): Generator<readonly string[]> {
  for (const source of stated) yield source(factIndex)
}

function* shownBy(factIndex: FactIndex): Generator<readonly string[]> {
  for (const { names } of usableBylines(factIndex)) yield names
  yield scriptData(factIndex)
}

/** The name as another source spells it, if this one wrote an account: `jane.doe` for Jane Doe. */
function spelled(name: string, factIndex: FactIndex): string {
  if (name.includes(' ')) return name
  const all = [
    ...stated.flatMap((source) => source(factIndex)),
    ...bylineKinds.flatMap((kind) => bylineOf(factIndex, kind).names),
  ]
  return all.find((other) => other.includes(' ') && folded(other) === folded(name)) ?? name
}

/**
 * Authors of the page, joined by `, `. Persons go before the site itself. What the page shows right below its title
 * corrects what it states to machines. Null when no author is named.
 */
export function authorOfPage(factIndex: FactIndex): string | null {
  const isImpersonalHere = isImpersonal(factIndex)
  const states = firstOf(statedBy(factIndex), isImpersonalHere)
  const found = states.persons.length > 0 ? states : firstOf(shownBy(factIndex), isImpersonalHere)
  if (found.persons.length === 0) {
    const names = states.others.length > 0 ? states.others : found.others
    return names.length > 0 ? joined(names) : null
  }
  const better = firstOf(
    corrections(found.persons, factIndex).map(({ names }) => names),
    isImpersonalHere,
  ).persons
  return joined((better.length > 0 ? better : found.persons).map((name) => spelled(name, factIndex)))
}
