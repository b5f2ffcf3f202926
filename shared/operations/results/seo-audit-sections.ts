import { z } from 'zod'

const text = z.string().nullable()
const count = z.int().min(0)
const amount = z.number().min(0)

export const auditMetrics = z.object({
  title_length: count,
  description_length: count,
  headings: z.object({ h1: count, h2: count, h3: count, h4: count, h5: count, h6: count, total: count }),
  links: z.object({ internal: count, external: count, broken: count, total: count }),
  images: z.object({ total: count, with_alt: count, without_alt: count }),
  word_count: count,
  body_text_bytes: count,
  html_bytes: count,
})

export const auditIndexability = z.object({
  robots_txt: z.object({
    url: z.string(),
    allow: z.boolean(),
    matched_rule: text,
    crawl_delay: z.number().nullable(),
  }),
  meta_robots: text,
  x_robots_tag: text,
  canonical: z
    .object({
      href: z.string(),
      href_normalized: z.string(),
      is_self_canonical: z.boolean(),
      matches_canonical: z.boolean(),
      resolves: z.boolean(),
      status: z.int().nullable(),
    })
    .nullable()
    .describe('Null when the page names none.'),
  sitemaps: z.array(z.string()),
  is_indexable: z.boolean(),
  indexed_like_google: z.boolean(),
  reason: z.string(),
  robots_effective: z.string(),
  effective_status: z.enum([
    'indexable',
    'canonicalized',
    'noindex',
    'blocked_by_robots_txt',
    'robots_txt_unreachable',
    'http_error',
    'soft_404',
  ]),
})

export const auditHttp = z.object({
  final_url: z.string(),
  status: z.int(),
  content_type: text,
  response_size_bytes: count,
  etag: text,
  cache_control: text,
  redirect_chain: z.array(z.object({ url: z.string(), status: z.int(), location: z.string() })),
  version: text.describe('1.1 or 2; null when unknown.'),
  ttfb_ms: amount.nullable(),
  content_encoding: text,
  charset: z.string(),
  security_headers: z.record(z.string(), text),
})

const range = z.object({ low: amount, high: amount })

const estimated = amount.nullable()
const estimatedRange = range.nullable()
const points = count.nullable()

/** An estimate, and the last measurement of the same page beside it. */
export const auditWebVitals = z.object({
  source: z.literal('synthetic'),
  confidence: z.literal('heuristic'),
  method: z.string(),
  lcp_ms: estimated.describe(
    'Null where a file has an unknown size or the first byte no time: see `undecided`.',
  ),
  inp_ms: estimated,
  cls: amount,
  fcp_ms: estimated,
  ttfb_ms: estimated,
  raw: z.object({ lcp_ms: estimated, inp_ms: estimated, cls: amount, ttfb_ms: estimated }),
  ranges: z.object({
    lcp_ms: estimatedRange,
    inp_ms: estimatedRange,
    cls: range,
    fcp_ms: estimatedRange,
    ttfb_ms: estimatedRange,
  }),
  undecided: z
    .array(
      z.object({
        metric: z.enum(['ttfb_ms', 'fcp_ms', 'lcp_ms', 'inp_ms']),
        reason: z.enum(['ttfb_unknown', 'file_size_unknown']),
        items: z.array(z.string()).describe('URLs of at most 10 of the files.'),
      }),
    )
    .exactOptional()
    .describe('Metrics that what is known does not let be estimated.'),
  inputs: z.object({
    blocking_scripts: count,
    blocking_styles: count,
    critical_origins: count,
    unsized_media: count,
    hero_image: text,
    sizes_measured: count.describe('Files that the first view waits for whose size the server told.'),
  }),
  opportunities: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      potential_saving_ms: amount,
      items: z.array(z.string()),
    }),
  ),
  web_vitals_score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Null where one of its metrics is undecided.'),
  score_breakdown: z.object({ lcp: points, inp: points, cls: count, ttfb: points, scale: z.string() }),
  measured: z
    .object({
      run_id: z.string(),
      created_at: z.iso.datetime(),
      lcp_ms: estimated,
      inp_ms: estimated,
      cls: estimated,
      fcp_ms: estimated,
      ttfb_ms: estimated,
      performance_score: amount.max(100).nullable(),
    })
    .nullable()
    .exactOptional()
    .describe(
      'The last measurement (operation performance) of the same URL and device by the same owner within 24 hours.',
    ),
})
export type AuditWebVitals = z.infer<typeof auditWebVitals>

export const auditContent = z.object({
  language: text,
  content_type: text,
  word_count: count,
  read_time_min: count,
  has_schema: z.boolean(),
  headings: z.array(z.object({ tag: z.string(), text: z.string(), level: z.int().min(1).max(6) })),
  headings_truncated: z.boolean(),
})

const finding = z.object({ rule_id: z.string(), type: text, path: z.string(), message: z.string() })

export const auditStructuredData = z.object({
  valid: z.boolean().describe('True when there is no error; also where there is no structured data.'),
  errors: z.array(finding),
  warnings: z.array(finding),
  schemas_found: z.array(z.object({ '@type': text, name: text, syntax: z.string() })),
  count,
  truncated: z.boolean(),
})

export const auditI18n = z.object({
  language: text,
  content_language: text,
  hreflang: z.array(z.object({ hreflang: z.string(), href: text, status: z.int().nullable() })),
  duplicates_or_conflicts: z.boolean(),
})

export const auditMedia = z.object({
  images: z.array(
    z.object({
      url: text,
      alt: text,
      width: text,
      height: text,
      loading: text,
      status: z.int().nullable(),
      content_type: text,
      is_broken: z.boolean().nullable(),
    }),
  ),
  summary: z.object({
    total: count,
    without_alt: count,
    without_dimensions: count,
    lazy: count,
    broken: count,
  }),
  videos: count,
  audios: count,
  iframes: count,
  truncated: z.boolean(),
})

export const auditContext = z.object({
  requested_url: z.string(),
  final_url: z.string(),
  device: z.enum(['mobile', 'desktop']),
  user_agent: z.string(),
  fetched_at: z.iso.datetime(),
  method: z.literal('raw_html'),
  is_app_shell: z.boolean().describe('The page as sent has only a placeholder for its content.'),
  page_type: text,
  redirects: count,
})

export const auditDiagnostics = z.object({
  rules: z.object({
    not_applicable: z.array(z.string()),
    undecided: z.array(z.object({ rule_id: z.string(), reason: z.string() })),
  }),
  gathered: z.object({
    robots_txt: z.enum(['found', 'absent', 'unreachable']),
    sitemaps: count,
    sitemaps_complete: z.boolean(),
    probes: count,
    targets: count,
    unasked: z.array(z.object({ what: z.string(), reason: z.string(), count })),
  }),
  timings_ms: z.record(z.string(), amount),
  parsing: z.object({
    elements: count,
    quirks_mode: z.enum(['no-quirks', 'quirks', 'limited-quirks']),
    truncated: z.enum(['bytes', 'elements', 'depth', 'time']).nullable(),
    scriptless_parse: z.boolean(),
    structured_data_truncated: z.boolean(),
  }),
})
