import { z } from 'zod'
import { performanceDetails } from './performance-details.ts'

const whole = z.int().min(0)
const amount = z.number().min(0)
const kilobytes = amount.describe('In units of 1,024 bytes, one decimal.')

const rating = z.enum(['good', 'needs-improvement', 'poor']).nullable()
const status = z.enum(['pass', 'warn', 'fail']).nullable()
const judged = {
  rating: rating.describe('Null where the metric could not be measured.'),
  status: status.describe('pass, warn, fail: good, needs-improvement, poor.'),
  reason: z.string().exactOptional().describe('Why there is no value, e.g. no_safe_control.'),
  attribution: z
    .record(z.string(), z.union([z.string(), z.number(), z.null()]))
    .describe('What it was: the element, the kind of interaction, the parts of its time.'),
}
const refused = z
  .array(z.object({ selector: z.string().nullable(), why: z.string().describe('E.g. submits, wording.') }))
  .max(10)
const timed = z.object({ value_ms: amount.nullable(), budget_ms: amount, ...judged })
const interacted = timed.extend({
  refused: refused
    .exactOptional()
    .describe('With the reason no_safe_control: what could be operated and was not, and why.'),
})
const shifted = z.object({ value: amount.nullable(), budget: amount, ...judged })

const environment = z.object({
  device_profile: z.string().describe('Viewport, scale and CPU factor by name.'),
  network_profile: z.string().describe('Network conditions and the method that makes them, by name.'),
  collector_version: z.string().regex(/^[a-z-]+@\d+\.\d+\.\d+$/),
  user_agent: z.string(),
  page_context: z.object({
    viewport: z
      .string()
      .regex(/^\d+x\d+$/)
      .describe('Width x height in CSS pixels.'),
    timezone: z.string(),
    language: z.string(),
    cookies_enabled: z.boolean(),
  }),
  browser: z.string(),
  throttling: z.object({
    method: z.enum(['devtools', 'none']),
    cpu_factor: amount.describe('CPU slowdown asked for; 1 = none.'),
    cpu_factor_measured: amount.nullable().describe('What a calibration loop had of it.'),
    latency_ms: amount.describe('Emulated latency; it is part of TTFB.'),
    download_kbps: amount.nullable().describe('1,024 bits each; null = as fast as it goes.'),
    upload_kbps: amount.nullable(),
  }),
  contention: z
    .object({
      foreign_cpu: amount.nullable().describe("Share of all cores that was not this run's (0-1)."),
      loop_before_ms: amount.nullable().describe('A fixed loop in the page before the run.'),
      loop_after_ms: amount.nullable(),
      paint_stall: z.boolean().describe('Paints came late though the main thread was idle.'),
      discarded_runs: whole.describe('Runs thrown away for their noise before this one.'),
      contaminated: z.boolean().describe('Others disturbed this run too: read it with caution.'),
    })
    .describe('What others took of the machine during the run.'),
  network_quiet: z.boolean().describe('Whether the network was quiet at the end.'),
})

const metricNames = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
const perMetric = <T extends z.ZodType>(type: T) =>
  z.object({ lcp: type, inp: type, cls: type, fcp: type, ttfb: type })

const performanceScore = z.object({
  schema_version: z.string(),
  rule_version: z.string(),
  value: amount.max(100).nullable().describe('Weighted mean over the measured metrics; null for none.'),
  scale: z.literal('0-100'),
  method: z.string(),
  weights: perMetric(amount),
  by_metric: perMetric(amount.max(100).nullable()),
  missing: z.array(z.enum(metricNames)).describe('Metrics that could not be measured.'),
})

const party = { requests: whole, transfer_kb: kilobytes, decoded_kb: kilobytes }
const counted = z.object({ count: whole, transfer_kb: kilobytes, decoded_kb: kilobytes })

const caching = z.object({
  cacheable_requests: whole.describe(
    'Responses that may be reused without revalidation, by explicit freshness.',
  ),
  missing_cache_headers: whole.describe('Responses with neither Cache-Control nor Expires.'),
  cache_hit_ratio: amount
    .max(1)
    .describe('Share of GET responses that a repeat view right away takes from the cache without network.'),
  cache_hit_ratio_source: z
    .enum(['measured', 'headers'])
    .describe('A second view, or RFC 9111 on the headers.'),
  compression: z.object({
    gzip_or_br: whole.describe('Text responses sent with gzip, br, zstd or deflate.'),
    uncompressed: whole.describe('Text responses of 1,024 bytes or more sent without.'),
    estimated_savings_kb: kilobytes.describe(
      'By really compressing those: the smaller of gzip 6 and brotli 5.',
    ),
  }),
})

const resources = z.object({
  total_requests: whole.describe('http(s) requests that went out; each redirect hop is one.'),
  transfer_kb: kilobytes,
  decoded_kb: kilobytes,
  first_party: z.object(party).describe('Of the registrable domain of the final URL.'),
  third_party: z.object({
    ...party,
    entities: z
      .array(z.object({ name: z.string(), requests: whole, transfer_kb: kilobytes }))
      .describe('Known providers by transferred data, at most 5.'),
  }),
  by_type: z.object({
    document: counted,
    javascript: counted.extend({
      main_thread_ms: amount.nullable().describe('Time scripts ran; null when it could not be measured.'),
    }),
    stylesheet: counted,
    image: counted.extend({ unoptimized: whole.describe('Images with more than 4,096 bytes to be saved.') }),
    font: counted,
    media: counted,
    fetch: counted,
    other: counted,
  }),
  top_hosts: z
    .array(z.object({ host: z.string(), requests: whole, transfer_kb: kilobytes }))
    .max(5)
    .describe('By transferred data.'),
  caching,
  truncated: z.boolean().describe('Requests beyond a limit are in total_requests alone.'),
})

const tip = z.object({
  tip_id: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  message: z.string(),
  learn_more: z.url(),
})

/** Result of the operation `performance`: infra/docs/clients.md#performance. */
export const performanceResult = z
  .object({
    schema_version: z.string().describe('Version of this structure.'),
    run_id: z.string().describe('Unique id of the measurement run; a cached answer keeps it.'),
    url: z.string().describe('The requested URL.'),
    final_url: z.string().describe('URL after redirects.'),
    mode: z.literal('lab'),
    environment,
    summary: z.object({
      overall: z.enum(['excellent', 'good', 'needs-improvement', 'poor']).nullable(),
      warnings: whole.describe('Metrics that need improvement.'),
      errors: whole.describe('Metrics that are poor.'),
      suggestions: whole.describe('Number of tips.'),
      main_issue: z.string().describe('What costs most points, in a sentence; `none` where all is good.'),
      incomplete: z
        .string()
        .nullable()
        .exactOptional()
        .describe(
          'Which metrics the score lacks and why, in a sentence or more; null where it has all of them.',
        ),
    }),
    core_web_vitals: z.object({ lcp: timed, inp: interacted, cls: shifted, fcp: timed, ttfb: timed }),
    performance_score: performanceScore,
    resources,
    tips: z.array(tip).describe('What would help most comes first.'),
    details: performanceDetails.exactOptional(),
    missing: z.record(z.string(), z.string()).describe('What else could not be measured, and why.'),
    cache: z.object({
      cached: z.boolean(),
      cache_key: z.string().describe('Of URL, device, waitUntil, timeout and whether there are details.'),
      cached_at: z.iso.datetime().exactOptional().describe('Only in cached answers.'),
      ttl_seconds: z.literal(86_400),
      expires_at: z.iso.datetime(),
    }),
    created_at: z.iso.datetime(),
    metadata: z.object({
      processing_time_ms: whole,
      page_load_time_ms: whole.describe('0 in cached answers.'),
      page_load_rating: z.enum(['fast', 'average', 'slow']).describe('Below 1500 ms, up to 3000 ms, above.'),
    }),
  })
  .meta({ id: 'PerformanceResult' })
export type PerformanceResult = z.infer<typeof performanceResult>
