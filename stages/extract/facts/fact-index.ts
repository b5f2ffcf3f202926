import { URL_LIMIT } from '#shared/operations/fields.ts'
import { type UrlResolver, urlResolver } from '#shared/web/html/url-resolver.ts'
import { JsonLdGraph } from '../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../text/tidy.ts'
import type { MetaFact, PageFacts } from './page-facts.ts'
import type { PageInput } from './page-input.ts'

/** The facts of a page with indexes for the builders of a result. */
export interface FactIndex {
  readonly facts: PageFacts
  readonly page: PageInput
  /** The page's final URL. */
  readonly location: URL
  /** Tidied contents of the metas with that key, in document order, without empty ones. */
  metas(key: string): readonly string[]
  readonly graph: JsonLdGraph
  /** Absolute URL, resolved against the page's base; null when it cannot be parsed, or is longer than any that is inspected. */
  resolve(url: string): string | null
}

function indexed(metas: readonly MetaFact[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const { keys, httpEquiv, content } of metas) {
    const text = tidy(content)
    if (text === null) continue
    for (const key of httpEquiv ? [...keys, `http-equiv:${httpEquiv}`] : keys) {
      const list = index.get(key)
      if (list) list.push(text)
      else index.set(key, [text])
    }
  }
  return index
}

const nothing: readonly string[] = []

/** Leaves out long URLs: escaped, one may be six times as long as its text, and a page has hundreds. */
function withinLimit(resolve: UrlResolver): UrlResolver {
  return (written) => {
    const url = resolve(written)
    return url === null || url.length > URL_LIMIT ? null : url
  }
}

/** The first value of a header; null when it was not sent. */
export function headerOf(page: Pick<PageInput, 'headers'>, name: string): string | null {
  return page.headers[name]?.[0] ?? null
}

/** Indexes the facts of a page. */
export function indexFacts(facts: PageFacts, page: PageInput): FactIndex {
  const index = indexed(facts.metas)
  let graph: JsonLdGraph | undefined
  let location: URL | undefined
  return {
    facts,
    page,
    metas: (key) => index.get(key) ?? nothing,
    get location() {
      location ??= new URL(page.finalUrl)
      return location
    },
    get graph() {
      graph ??= new JsonLdGraph(facts.jsonLdNodes)
      return graph
    },
    resolve: withinLimit(urlResolver(facts.baseUrl, facts.charset)),
  }
}
