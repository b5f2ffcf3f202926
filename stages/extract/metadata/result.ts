/** Result of `GET /metadata`. The requested groups decide which keys it has (see `groups.ts`). */
export interface MetadataResult {
  url: string
  final_url: string
  fetched_at: string
  title?: string | null
  description?: string | null
  site_name?: string | null
  language?: string | null
  charset?: string
  keywords?: string | null
  author?: string | null
  publisher?: string | null
  canonical?: CanonicalResult | null
  viewport?: string | null
  theme_color?: string | null
  generator?: string | null
  robots?: string | null
  manifest_url?: string | null
  og?: OpenGraphResult
  twitter?: TwitterResult
  images?: ImageResult[]
  links?: LinkResult[]
  icons?: IconResult[]
  dominant_color?: string | null
  social_handles?: Record<string, string>
  tech_stack?: string[]
  http?: HttpResult
  extraction: { method: 'raw_html'; ua_family: 'desktop' | 'mobile' }
  indexability?: IndexabilityResult
  content?: ContentResult
  schema_org_summary?: SchemaOrgSummary
  truncated?: { images: boolean; links: boolean }
}

export interface CanonicalResult {
  href: string
  is_self_canonical: boolean
  resolves: boolean
  status: number | null
}

export interface OpenGraphResult {
  title: string | null
  description: string | null
  image: string | null
  url: string | null
  type: string | null
  site_name: string | null
}

export interface TwitterResult {
  card: string | null
  title: string | null
  description: string | null
  image: string | null
  site: string | null
}

export interface ImageResult {
  url: string
  alt: string | null
  width?: number
  height?: number
}

export const linkTypes = ['internal', 'external', 'anchor', 'mailto', 'tel', 'other'] as const

export interface LinkResult {
  href: string
  rel: string | null
  type: (typeof linkTypes)[number]
  external: boolean
}

export interface IconResult {
  rel: string
  url: string
  type?: string
  sizes?: string
}

export interface HttpResult {
  final_url: string
  status: number
  content_type: string | null
  response_size_bytes: number
  etag: string | null
  cache_control: string | null
  redirect_chain: { url: string; status: number; location: string }[]
}

export interface IndexabilityResult {
  robots_meta: string | null
  x_robots_tag: string | null
  robots_txt_allowed: boolean | null
  canonical_valid: boolean
  robots_effective: string
}

export const contentTypes = [
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
] as const
export type ContentType = (typeof contentTypes)[number]

export interface ContentResult {
  content_type: ContentType
  word_count: number
  read_time_min: number
  heading_counts: { h1: number; h2: number; h3: number; h4: number; h5: number; h6: number }
}

export interface SchemaOrgSummary {
  types: string[]
  valid: boolean
  errors_count: number
  warnings_count: number
}
