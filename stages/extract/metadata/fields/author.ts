import type { FactIndex } from '../../facts/fact-index.ts'
import type { BylineFact, BylineKind } from '../../facts/page-facts.ts'
import { nameOf, typesOf } from '../../structured-data/graph/graph.ts'
import type { JsonValue } from '../../structured-data/json-ld/json-ld.ts'
import { articles, webPages, works } from '../../structured-data/kinds.ts'
import { extract, meta, type Source } from './extractor.ts'
import { toNames } from './person-names.ts'
import { siteName } from './site-name.ts'

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
