import { z } from 'zod'

const count = z.int().min(0)
const text = z.string().nullable()

const canonical = z
  .object({
    href: z.string().describe('The canonical URL, absolute.'),
    is_self_canonical: z.boolean().describe('Whether it is the page itself.'),
    resolves: z.boolean().describe('Whether it responded with 2xx.'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status of the canonical URL; null if it gave none or was not asked.'),
  })
  .nullable()

const openGraph = z.object({
  title: text,
  description: text,
  image: text.describe('Absolute.'),
  url: text.describe('Absolute.'),
  type: text,
  site_name: text,
})

const socialCard = z.object({
  card: text,
  title: text,
  description: text,
  image: text.describe('Absolute.'),
  site: text,
})

const image = z.object({
  url: z.string().describe('Absolute.'),
  alt: text.describe('The alternative text; null where there is no such attribute.'),
  width: z.number().exactOptional().describe('Width attribute in pixels.'),
  height: z.number().exactOptional().describe('Height attribute in pixels.'),
})

const link = z.object({
  href: z.string().describe('Absolute.'),
  rel: text,
  type: z
    .enum(['internal', 'external', 'anchor', 'mailto', 'tel', 'other'])
    .describe('anchor: within this document.'),
  external: z.boolean().describe('True when the link points to another registrable domain.'),
})

const icon = z.object({
  rel: z.string(),
  url: z.string().describe('Absolute.'),
  type: z.string().exactOptional().describe('Media type, where the page names it.'),
  sizes: z.string().exactOptional().describe('Sizes such as 32x32, where the page names them.'),
})

const http = z.object({
  final_url: z.string(),
  status: z.int().min(100).max(599),
  content_type: text,
  response_size_bytes: count.describe('Bytes of the body after decompression.'),
  etag: text,
  cache_control: text,
  redirect_chain: z
    .array(z.object({ url: z.string(), status: z.int(), location: z.string().describe('Absolute.') }))
    .describe('The redirects that were followed, in order; the final URL is not among them.'),
})

const indexability = z.object({
  robots_meta: text,
  x_robots_tag: text,
  robots_txt_allowed: z
    .boolean()
    .nullable()
    .describe("RFC 9309's verdict for Googlebot; null when robots.txt was not asked for."),
  canonical_valid: z.boolean().describe('False only where there is a canonical and it is unusable.'),
  robots_effective: z.string().describe('What all generic directives come to, e.g. `noindex, follow`.'),
})

const content = z.object({
  content_type: z.enum([
    'article',
    'product',
    'profile',
    'video',
    'event',
    'recipe',
    'faq',
    'listing',
    'homepage',
    'website',
  ]),
  word_count: count.describe('Words of the visible text.'),
  read_time_min: count.describe('Minutes at 200 words a minute, rounded up; 0 for no words.'),
  heading_counts: z.object({ h1: count, h2: count, h3: count, h4: count, h5: count, h6: count }),
})

const schemaOrgSummary = z.object({
  types: z.array(z.string()),
  valid: z.boolean().describe('True when there is no error; also where there is no structured data.'),
  errors_count: count,
  warnings_count: count,
})

/**
 * Result of the operation `metadata`: infra/docs/clients.md#metadata. An optional key is present when a requested field
 * group includes it; its value is null when the page does not have it.
 */
export const metadataResult = z
  .object({
    url: z.string().describe('The requested URL.'),
    final_url: z.string().describe('URL after redirects.'),
    fetched_at: z.iso.datetime().describe('Fetch time.'),
    title: text.exactOptional().describe('Content of the title tag; else the best other title of the page.'),
    description: text.exactOptional().describe('Page description.'),
    site_name: text.exactOptional().describe('Site name.'),
    language: text.exactOptional().describe('Page language.'),
    charset: z.string().exactOptional().describe('Character set.'),
    keywords: text.exactOptional(),
    author: text.exactOptional().describe('Several authors are joined by commas.'),
    publisher: text.exactOptional(),
    canonical: canonical.exactOptional().describe('Null when the page names none.'),
    viewport: text.exactOptional().describe('Viewport meta content.'),
    theme_color: text.exactOptional().describe('Theme color.'),
    generator: text.exactOptional(),
    robots: text.exactOptional(),
    manifest_url: text.exactOptional().describe('Web app manifest URL.'),
    og: openGraph.exactOptional().describe('Open Graph values.'),
    twitter: socialCard.exactOptional().describe('Social card values.'),
    images: z.array(image).exactOptional().describe('At most max_images.'),
    links: z.array(link).exactOptional().describe('At most max_links.'),
    icons: z.array(icon).exactOptional(),
    dominant_color: text.exactOptional().describe('Color as a hex string; null when no image decodes.'),
    social_handles: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe('Handles by the lowercase name of the platform: no leading @, lowercase, user name only.'),
    tech_stack: z.array(z.string()).exactOptional().describe('Detected technologies (heuristic).'),
    http: http.exactOptional(),
    extraction: z.object({ method: z.literal('raw_html'), ua_family: z.enum(['desktop', 'mobile']) }),
    indexability: indexability.exactOptional(),
    content: content.exactOptional(),
    schema_org_summary: schemaOrgSummary.exactOptional(),
    truncated: z
      .object({ images: z.boolean(), links: z.boolean() })
      .exactOptional()
      .describe('True when the array was cut by max_images or max_links.'),
  })
  .meta({ id: 'MetadataResult' })
export type MetadataResult = z.infer<typeof metadataResult>

export type CanonicalResult = z.infer<typeof canonical>
export type OpenGraphResult = z.infer<typeof openGraph>
export type TwitterResult = z.infer<typeof socialCard>
export type ImageResult = z.infer<typeof image>
export type LinkResult = z.infer<typeof link>
export type IconResult = z.infer<typeof icon>
export type IndexabilityResult = z.infer<typeof indexability>
export type ContentResult = z.infer<typeof content>
export type SchemaOrgSummary = z.infer<typeof schemaOrgSummary>
