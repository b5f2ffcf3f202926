import { type FactIndex, indexFacts } from '../facts/fact-index.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import { summaryOf } from '../structured-data/summary.ts'
import { technologiesOf } from '../technologies/detect.ts'
import { authorOfPage } from './fields/author.ts'
import { descriptionOfPage } from './fields/description.ts'
import { type Extractor, extract } from './fields/extractor.ts'
import { keywords } from './fields/keywords.ts'
import { language } from './fields/language.ts'
import { publisher } from './fields/publisher.ts'
import { siteName } from './fields/site-name.ts'
import { generator, themeColor, viewport } from './fields/texts.ts'
import { title } from './fields/title.ts'
import { type Group, keysOf } from './groups.ts'
import { canonicalStatus, type LookupAnswers } from './lookups-needed.ts'
import type { CanonicalResult, MetadataResult } from './result.ts'
import { type Canonical, canonicalOf } from './sections/canonical.ts'
import { contentOf } from './sections/content.ts'
import { httpOf } from './sections/http.ts'
import { iconsOf, manifestUrl } from './sections/icons.ts'
import { imagesOf } from './sections/images.ts'
import { indexabilityOf, isSuccess, robotsMeta } from './sections/indexability.ts'
import { linksOf } from './sections/links.ts'
import { openGraphOf, twitterOf } from './sections/open-graph.ts'
import { socialHandlesOf } from './sections/social-handles.ts'

export interface MetadataOptions {
  readonly groups: readonly Group[]
  readonly maxImages: number
  readonly maxLinks: number
}

interface Context {
  readonly factIndex: FactIndex
  /** Null, too, where no part needs it. */
  readonly canonical: Canonical | null
  readonly keys: ReadonlySet<keyof MetadataResult>
  readonly options: MetadataOptions
  readonly answers: LookupAnswers
}

type Part = (context: Context) => Partial<MetadataResult>

const text =
  (key: keyof MetadataResult, extractor: Extractor): Part =>
  ({ factIndex }) => ({ [key]: extract(extractor, factIndex) })

function canonicalResult({ factIndex, canonical, answers }: Context): CanonicalResult | null {
  if (canonical === null) return null
  const answer = canonicalStatus(canonical, factIndex.page, answers)
  const status = answer === 'refused' ? null : answer
  return { href: canonical.href, is_self_canonical: canonical.isSelf, resolves: isSuccess(status), status }
}

function indexability({ factIndex, canonical, answers }: Context): Partial<MetadataResult> {
  const answer = canonicalStatus(canonical, factIndex.page, answers)
  return { indexability: indexabilityOf(factIndex, canonical, answer) }
}

/** Images and links, and whether each list is truncated. A list that is not requested is never truncated. */
function lists({ factIndex, keys, options }: Context): Partial<MetadataResult> {
  const images = keys.has('images') ? imagesOf(factIndex, options.maxImages) : null
  const links = keys.has('links') ? linksOf(factIndex, options.maxLinks) : null
  return {
    ...(images ? { images: images.items } : {}),
    ...(links ? { links: links.items } : {}),
    truncated: { images: images?.isTruncated ?? false, links: links?.isTruncated ?? false },
  }
}

/** Builders of the result's parts, in the order of the result. */
const parts: readonly (readonly [keyof MetadataResult, Part])[] = [
  ['title', text('title', title)],
  ['description', ({ factIndex }) => ({ description: descriptionOfPage(factIndex) })],
  ['site_name', text('site_name', siteName)],
  ['language', text('language', language)],
  ['charset', ({ factIndex }) => ({ charset: factIndex.facts.charset })],
  ['keywords', text('keywords', keywords)],
  ['author', ({ factIndex }) => ({ author: authorOfPage(factIndex) })],
  ['publisher', text('publisher', publisher)],
  ['canonical', (context) => ({ canonical: canonicalResult(context) })],
  ['viewport', text('viewport', viewport)],
  ['theme_color', text('theme_color', themeColor)],
  ['generator', text('generator', generator)],
  ['robots', ({ factIndex }) => ({ robots: robotsMeta(factIndex) })],
  ['manifest_url', ({ factIndex }) => ({ manifest_url: manifestUrl(factIndex) })],
  ['og', ({ factIndex }) => ({ og: openGraphOf(factIndex) })],
  ['twitter', ({ factIndex }) => ({ twitter: twitterOf(factIndex) })],
  ['icons', ({ factIndex }) => ({ icons: iconsOf(factIndex) })],
  ['dominant_color', ({ answers }) => ({ dominant_color: answers.dominantColor })],
  ['social_handles', ({ factIndex }) => ({ social_handles: socialHandlesOf(factIndex) })],
  ['tech_stack', ({ factIndex }) => ({ tech_stack: technologiesOf(factIndex) })],
  ['http', ({ factIndex }) => ({ http: httpOf(factIndex.page) })],
  ['indexability', indexability],
  ['content', ({ factIndex }) => ({ content: contentOf(factIndex) })],
  ['schema_org_summary', ({ factIndex }) => ({ schema_org_summary: summaryOf(factIndex) })],
  ['truncated', lists],
]

/** Builds the result of `GET /metadata` with exactly the keys of the requested groups. Pure. */
export function metadataOf(
  facts: PageFacts,
  page: PageInput,
  options: MetadataOptions,
  answers: LookupAnswers,
): MetadataResult {
  const keys = keysOf(options.groups)
  const factIndex = indexFacts(facts, page)
  const needsCanonical = keys.has('canonical') || keys.has('indexability')
  const canonical = needsCanonical ? canonicalOf(factIndex) : null
  const context = { factIndex, canonical, keys, options, answers }
  const requested = parts.filter(([key]) => keys.has(key)).map(([, part]) => part(context))
  const constant = {
    url: page.url,
    final_url: page.finalUrl,
    fetched_at: page.fetchedAt,
    extraction: { method: 'raw_html', ua_family: page.uaFamily },
  } as const
  return Object.assign({}, constant, ...requested) as MetadataResult
}
