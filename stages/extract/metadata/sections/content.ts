import type { ContentResult } from '#shared/operations/results/metadata-result.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import { typesOf } from '../../structured-data/json-ld/json-ld-graph.ts'

type ContentType = ContentResult['content_type']

const wordsPerMinute = 200

/** Content type by JSON-LD type, the most specific first. */
const byType: readonly (readonly [ContentType, RegExp])[] = [
  ['recipe', /^Recipe$/],
  ['product', /^(?:Product|ProductGroup|IndividualProduct|Vehicle|Car)$/],
  ['event', /Event$|^(?:Hackathon|Festival|CourseInstance)$/],
  ['faq', /^(?:FAQPage|QAPage)$/],
  ['article', /Article$|^(?:BlogPosting|LiveBlogPosting|Report|SocialMediaPosting|DiscussionForumPosting)$/],
  ['profile', /^(?:ProfilePage|AboutPage)$/],
  ['video', /^(?:VideoObject|Movie|TVEpisode|Clip)$/],
  ['listing', /^(?:CollectionPage|ItemList|SearchResultsPage|Blog|OfferCatalog)$/],
]

/** Content type by Open Graph type (ogp.me, "Object types"). */
const byOpenGraph: readonly (readonly [ContentType, RegExp])[] = [
  ['article', /^(?:article|blog|news)/],
  ['product', /^(?:product|og:product|product\.item|books?\b)/],
  ['profile', /^profile/],
  ['video', /^video/],
  ['event', /^event/],
  ['recipe', /recipe/],
]

function ofTypes({ graph }: FactIndex): ContentType | null {
  const types = graph.nodes.flatMap(typesOf)
  return byType.find(([, pattern]) => types.some((type) => pattern.test(type)))?.[0] ?? null
}

function ofOpenGraph({ metas }: FactIndex): ContentType | null {
  const type = metas('og:type')[0]?.toLowerCase() ?? ''
  return byOpenGraph.find(([, pattern]) => pattern.test(type))?.[0] ?? null
}

/** Whether the URL is the root of a site, or of one of its language versions. */
function isHomepage({ location }: FactIndex): boolean {
  const { pathname, search } = location
  return search === '' && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.[a-z]{3,5})?$/i.test(pathname)
}

/**
 * Kind of the page. The root of a site is always a homepage. Then structured data decides, then Open Graph, which
 * is less specific. Last, more than three articles make a listing, and one makes an article.
 */
function contentTypeOf(factIndex: FactIndex): ContentType {
  if (isHomepage(factIndex)) return 'homepage'
  const said = ofTypes(factIndex) ?? ofOpenGraph(factIndex)
  if (said !== null && said !== 'listing') return said
  if (said === 'listing' || factIndex.facts.articles > 3) return 'listing'
  return factIndex.facts.articles === 1 && factIndex.facts.words > 300 ? 'article' : 'website'
}

/** Builds `content`: the kind of page, its words and headings. */
export function contentOf(factIndex: FactIndex): ContentResult {
  const { words, headingCounts } = factIndex.facts
  const [h1, h2, h3, h4, h5, h6] = headingCounts
  return {
    content_type: contentTypeOf(factIndex),
    word_count: words,
    read_time_min: Math.ceil(words / wordsPerMinute),
    heading_counts: { h1, h2, h3, h4, h5, h6 },
  }
}
