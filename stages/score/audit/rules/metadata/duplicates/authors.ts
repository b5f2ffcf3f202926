import { headMetas } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { articleItems } from '../../../derived/structured/article-facts.ts'
import { itemEvidence, textsOf } from '../../../derived/structured/structured-data.ts'
import { plainText } from '../../../derived/title/titles.ts'
import { type Evidence, elementEvidence } from '../../../engine/rule.ts'
import type { Facts } from '../../../facts/facts.ts'

interface Author {
  readonly name: string
  readonly evidence: Evidence
}

type Sources = Pick<Facts, 'document' | 'structured'>

/** Maximum numbers and characters that are read. */
const MOST_AUTHORS = 20
const MAX_CHARS = 200
const MAX_SHOWN_CHARS = 200_000
/** With more articles the page is a list. */
const MOST_ARTICLES = 3

/** The authors in the metas of the head; addresses of profiles are left out. */
export function metaAuthors({ document }: Pick<Facts, 'document'>): Author[] {
  return headMetas(document, 'author')
    .slice(0, MOST_AUTHORS)
    .filter(({ content }) => plainText(content.slice(0, MAX_CHARS)) !== '' && !isWebUrl(content))
    .map(({ element, content }) => ({
      name: content.slice(0, MAX_CHARS),
      evidence: elementEvidence(element, content),
    }))
}

/**
 * The authors that contradict each other; empty where they agree. A page may have several authors (HTML, 4.2.5.1:
 * "one of the page's authors"): those that the structured data or the text name together are no contradiction. Nor is a
 * meta that names the site or the publisher.
 */
export function contradictingAuthors(sources: Sources): readonly Evidence[] {
  const metas = metaAuthors(sources)
  if (metas.length === 0) return []
  const articles = articleItems(sources.structured)
  const structured = articles.length > MOST_ARTICLES ? [] : structuredAuthors(sources, 'author')
  const publishers = [
    ...siteNames(sources),
    ...structuredAuthors(sources, 'publisher').map(({ name }) => name),
  ]
  const personal = metas.filter(({ name }) => !publishers.some((publisher) => isSame(name, publisher)))
  const own = personal.filter(({ name }) => !structured.some((author) => isSame(author.name, name)))
  const others = structured.length > 0 ? structured : personal.slice(0, 1)
  const [one] = own.filter(({ name }) => !others.some((author) => isSame(author.name, name)))
  const [other] = others
  if (one === undefined || other === undefined) return []
  return showsBoth(sources, one.name, other.name) ? [] : [one.evidence, other.evidence]
}

function structuredAuthors({ document, structured }: Sources, property: 'author' | 'publisher'): Author[] {
  return articleItems(structured)
    .slice(0, MOST_ARTICLES)
    .flatMap((item) =>
      textsOf(item, property).map((name) => ({
        name: name.slice(0, MAX_CHARS),
        evidence: itemEvidence(document, item, `${property}: ${name}`),
      })),
    )
    .filter(({ name }) => plainText(name) !== '' && !isWebUrl(name))
    .slice(0, MOST_AUTHORS)
}

function siteNames({ document }: Pick<Facts, 'document'>): string[] {
  return ['og:site_name', 'application-name', 'publisher'].flatMap((name) =>
    headMetas(document, name).map(({ content }) => content.slice(0, MAX_CHARS)),
  )
}

/** Equal, or one within the other: `Dr. Ann Lee` and `Ann Lee`. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [` ${plainText(one)} `, ` ${plainText(other)} `]
  return a.includes(b) || b.includes(a)
}

function showsBoth({ document }: Sources, one: string, other: string): boolean {
  const text = document.body === null ? '' : document.text(document.body).slice(0, MAX_SHOWN_CHARS)
  const shown = ` ${plainText(text)} `
  return [one, other].every((name) => shown.includes(` ${plainText(name)} `))
}
