import type { MetadataGroup } from '#shared/operations/metadata.ts'
import type { CanonicalResult, MetadataResult } from '#shared/operations/results/metadata-result.ts'
import { type FactIndex, headerOf, indexFacts } from '../facts/fact-index.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import { summaryOf } from '../structured-data/structured-data.ts'
import { technologiesOf } from '../technologies/detect.ts'
import { authorOfPage } from './fields/author.ts'
import { descriptionOfPage } from './fields/description.ts'
import { type Extractor, extract } from './fields/extractor.ts'
import {
  generator,
  keywords,
  language,
  publisher,
  siteName,
  themeColor,
  title,
  viewport,
} from './fields/texts.ts'
import { keysOf } from './groups.ts'
import { canonicalStatus, type LookupAnswers } from './lookups-needed.ts'
import { type Canonical, canonicalOf } from './sections/canonical.ts'
import { contentOf } from './sections/content.ts'
import { iconsOf, manifestUrl } from './sections/icons.ts'
import { imagesOf } from './sections/images.ts'
import { indexabilityOf, isSuccess, robotsMeta } from './sections/indexability.ts'
import { linksOf } from './sections/links.ts'
import { openGraphOf, twitterOf } from './sections/open-graph.ts'
import { socialHandlesOf } from './sections/social-handles.ts'

export interface MetadataOptions {
  readonly groups: readonly MetadataGroup[]
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

function canonicalResult({ factIndex, canonical, answers }: Context): CanonicalResult {
  if (canonical === null) return null
  const answer = canonicalStatus(canonical, factIndex.page, answers)
  const status = answer === 'refused' ? null : answer
  return { href: canonical.href, is_self_canonical: canonical.isSelf, resolves: isSuccess(status), status }
}

function indexability({ factIndex, canonical, answers }: Context): Partial<MetadataResult> {
  const answer = canonicalStatus(canonical, factIndex.page, answers)
  return { indexability: indexabilityOf(factIndex, canonical, answer) }
}

/** How the server answered; sizes are bytes after decompression. */
function http({ factIndex: { page } }: Context): Partial<MetadataResult> {
  return {
    http: {
      final_url: page.finalUrl,
      status: page.status,
      content_type: headerOf(page, 'content-type'),
      response_size_bytes: page.body.byteLength,
      etag: headerOf(page, 'etag'),
      cache_control: page.headers['cache-control']?.join(', ') ?? null,
      redirect_chain: page.redirects.map(({ url, status, location }) => ({ url, status, location })),
    },
  }
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
  ['http', http],
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
