import { type Canonical, canonicalOf } from './canonical.ts'
import { contentOf } from './content.ts'
import { authorOfPage } from './extractors/author.ts'
import { descriptionOfPage } from './extractors/description.ts'
import { type Extractor, extract } from './extractors/extractor.ts'
import { keywords } from './extractors/keywords.ts'
import { language } from './extractors/language.ts'
import { publisher } from './extractors/publisher.ts'
import { siteName } from './extractors/site-name.ts'
import { generator, themeColor, viewport } from './extractors/texts.ts'
import { title } from './extractors/title.ts'
import type { PageFacts } from './facts.ts'
import { type Group, keysOf } from './groups.ts'
import { httpOf } from './http.ts'
import { iconsOf, manifestUrl } from './icons.ts'
import { imagesOf } from './images.ts'
import { indexabilityOf, isSuccess, robotsMeta } from './indexability.ts'
import { linksOf } from './links.ts'
import { openGraphOf, twitterOf } from './open-graph.ts'
import type { FetchedPage } from './page.ts'
import { canonicalStatus, type Gathered } from './questions.ts'
import { type Reading, readingOf } from './reading.ts'
import type { CanonicalResult, MetadataResult } from './result.ts'
import { socialHandlesOf } from './social/handles.ts'
import { summaryOf } from './structured-data/summary.ts'
import { technologiesOf } from './technologies/detect.ts'

export interface MetadataOptions {
  readonly groups: readonly Group[]
  readonly maxImages: number
  readonly maxLinks: number
}

interface Context {
  readonly reading: Reading
  /** Null, too, where no part asks for it. */
  readonly canonical: Canonical | null
  readonly keys: ReadonlySet<keyof MetadataResult>
  readonly options: MetadataOptions
  readonly gathered: Gathered
}

type Part = (context: Context) => Partial<MetadataResult>

const text =
  (key: keyof MetadataResult, extractor: Extractor): Part =>
  ({ reading }) => ({ [key]: extract(extractor, reading) })

function canonicalResult({ reading, canonical, gathered }: Context): CanonicalResult | null {
  if (canonical === null) return null
  const answer = canonicalStatus(canonical, reading.page, gathered)
  const status = answer === 'refused' ? null : answer
  return { href: canonical.href, is_self_canonical: canonical.isSelf, resolves: isSuccess(status), status }
}

function indexability({ reading, canonical, gathered }: Context): Partial<MetadataResult> {
  const answer = canonicalStatus(canonical, reading.page, gathered)
  return { indexability: indexabilityOf(reading, canonical, answer) }
}

/** Both lists and what they say of themselves; a list that was not asked for is not cut. */
function lists({ reading, keys, options }: Context): Partial<MetadataResult> {
  const images = keys.has('images') ? imagesOf(reading, options.maxImages) : null
  const links = keys.has('links') ? linksOf(reading, options.maxLinks) : null
  return {
    ...(images ? { images: images.items } : {}),
    ...(links ? { links: links.items } : {}),
    truncated: { images: images?.isTruncated ?? false, links: links?.isTruncated ?? false },
  }
}

/** How each part of the answer is made, in the answer's order. */
const parts: readonly (readonly [keyof MetadataResult, Part])[] = [
  ['title', text('title', title)],
  ['description', ({ reading }) => ({ description: descriptionOfPage(reading) })],
  ['site_name', text('site_name', siteName)],
  ['language', text('language', language)],
  ['charset', ({ reading }) => ({ charset: reading.facts.charset })],
  ['keywords', text('keywords', keywords)],
  ['author', ({ reading }) => ({ author: authorOfPage(reading) })],
  ['publisher', text('publisher', publisher)],
  ['canonical', (context) => ({ canonical: canonicalResult(context) })],
  ['viewport', text('viewport', viewport)],
  ['theme_color', text('theme_color', themeColor)],
  ['generator', text('generator', generator)],
  ['robots', ({ reading }) => ({ robots: robotsMeta(reading) })],
  ['manifest_url', ({ reading }) => ({ manifest_url: manifestUrl(reading) })],
  ['og', ({ reading }) => ({ og: openGraphOf(reading) })],
  ['twitter', ({ reading }) => ({ twitter: twitterOf(reading) })],
  ['icons', ({ reading }) => ({ icons: iconsOf(reading) })],
  ['dominant_color', ({ gathered }) => ({ dominant_color: gathered.dominantColor })],
  ['social_handles', ({ reading }) => ({ social_handles: socialHandlesOf(reading) })],
  ['tech_stack', ({ reading }) => ({ tech_stack: technologiesOf(reading) })],
  ['http', ({ reading }) => ({ http: httpOf(reading.page) })],
  ['indexability', indexability],
  ['content', ({ reading }) => ({ content: contentOf(reading) })],
  ['schema_org_summary', ({ reading }) => ({ schema_org_summary: summaryOf(reading) })],
  ['truncated', lists],
]

/** The answer of `GET /metadata`: exactly the keys that the groups ask for. Pure. */
export function metadataOf(
  facts: PageFacts,
  page: FetchedPage,
  options: MetadataOptions,
  gathered: Gathered,
): MetadataResult {
  const keys = keysOf(options.groups)
  const reading = readingOf(facts, page)
  const needsCanonical = keys.has('canonical') || keys.has('indexability')
  const canonical = needsCanonical ? canonicalOf(reading) : null
  const context = { reading, canonical, keys, options, gathered }
  const asked = parts.filter(([key]) => keys.has(key)).map(([, part]) => part(context))
  const constant = {
    url: page.url,
    final_url: page.finalUrl,
    fetched_at: page.fetchedAt,
    extraction: { method: 'raw_html', ua_family: page.uaFamily },
  } as const
  return Object.assign({}, constant, ...asked) as MetadataResult
}
