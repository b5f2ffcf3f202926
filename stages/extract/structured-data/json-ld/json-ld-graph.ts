import { isObject, type JsonObject, type JsonValue, listOf } from './json-ld.ts'

/** Types of pages and works whose author, description or publisher is the page's. */
export const works: ReadonlySet<string> = new Set(
  `Article NewsArticle BlogPosting Report ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle
   ReviewNewsArticle BackgroundNewsArticle LiveBlogPosting TechArticle ScholarlyArticle SocialMediaPosting
   DiscussionForumPosting AdvertiserContentArticle SatiricalArticle MedicalWebPage CreativeWork Book Recipe
   Review VideoObject PodcastEpisode Product Event FAQPage QAPage HowTo Course SoftwareApplication
   WebApplication Movie TVEpisode`.split(/\s+/),
)

export const articles: ReadonlySet<string> = new Set(
  [...works].filter((type) => /Article$|Posting$|^Report$/.test(type)),
)

export const webPages: ReadonlySet<string> = new Set(
  'WebPage ItemPage AboutPage ContactPage CollectionPage ProfilePage MedicalWebPage FAQPage QAPage'.split(
    ' ',
  ),
)

export const webSites: ReadonlySet<string> = new Set(['WebSite'])

export const organizations: ReadonlySet<string> = new Set(
  'Organization NewsMediaOrganization Corporation LocalBusiness EducationalOrganization OnlineStore Store NGO'.split(
    ' ',
  ),
)

/** Number of nodes that are visited when references are followed or nested nodes are listed. */
const maxNodes = 5_000

/** Types without namespace: `https://schema.org/NewsArticle` becomes `NewsArticle`. Other types stay as written. */
export function typesOf(node: JsonObject): string[] {
  return listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^.*[/#:]/, ''))
    .filter((type) => type !== '')
}

/** The JSON-LD of a page as one graph: nodes in document order, `@id` references resolved across blocks. */
export class JsonLdGraph {
  readonly nodes: readonly JsonObject[]
  readonly #byId = new Map<string, JsonObject>()
  readonly #byTypes = new Map<ReadonlySet<string>, readonly JsonObject[]>()
  #typed: readonly { readonly node: JsonObject; readonly types: readonly string[] }[] | null = null

  constructor(top: readonly JsonObject[]) {
    const nodes: JsonObject[] = []
    for (const node of top) this.#list(node, nodes)
    this.nodes = nodes
  }

  /** The node itself, or the node that its `@id` refers to. */
  resolved(node: JsonObject): JsonObject {
    const id = node['@id']
    const isReference = typeof id === 'string' && Object.keys(node).length === 1
    return isReference ? (this.#byId.get(id) ?? node) : node
  }

  /** Values of a property of all nodes of the types, references resolved, in order. */
  *values(types: ReadonlySet<string>, property: string): Generator<JsonValue> {
    for (const node of this.nodesOf(types)) yield* this.valuesOf(node, property)
  }

  /** The nodes of any of the types, in order. Fields ask for the same few sets of types again and again. */
  nodesOf(types: ReadonlySet<string>): readonly JsonObject[] {
    const known = this.#byTypes.get(types)
    if (known) return known
    this.#typed ??= this.nodes.map((node) => ({ node, types: typesOf(node) }))
    const found = this.#typed.filter((one) => one.types.some((type) => types.has(type)))
    const nodes = found.map(({ node }) => node)
    this.#byTypes.set(types, nodes)
    return nodes
  }

  /** Values of a property of one node, references resolved, in order. */
  *valuesOf(node: JsonObject, property: string): Generator<JsonValue> {
    for (const value of listOf(node[property])) yield isObject(value) ? this.resolved(value) : value
  }

  #list(node: JsonObject, into: JsonObject[]): void {
    if (into.length >= maxNodes) return
    into.push(node)
    const id = node['@id']
    if (typeof id === 'string' && Object.keys(node).length > 1 && !this.#byId.has(id))
      this.#byId.set(id, node)
    for (const [key, value] of Object.entries(node)) {
      if (key !== '@graph' || node['@type'] !== undefined) this.#listValue(value, into)
    }
  }

  #listValue(value: JsonValue, into: JsonObject[]): void {
    if (Array.isArray(value)) for (const item of value) this.#listValue(item, into)
    else if (isObject(value)) this.#list(value, into)
  }
}

/** A value as text: the value itself, or the name of the node. */
export function nameOf(value: JsonValue): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (!isObject(value)) return null
  const name = listOf(value.name ?? value['@value']).find((item) => typeof item === 'string')
  return typeof name === 'string' ? name : null
}
