import type { AuditWebVitals } from '#shared/operations/results/seo-audit-sections.ts'
import { curvesOf } from '../../../performance/vitals/metrics.ts'
import { logNormalScore } from '../../../performance/vitals/score.ts'
import type { Facts } from '../../facts/facts.ts'
import { type Critical, criticalOf } from '../../vitals/critical.ts'
import {
  connections,
  type Estimate,
  type Estimates,
  estimate,
  opportunitiesOf,
  type Undecided,
} from '../../vitals/estimate.ts'
import { truncateUrl } from '../truncate.ts'

/** Weights of the score, out of 100. */
const weights = { lcp: 40, inp: 25, cls: 25, ttfb: 10 } as const
type Scored = keyof typeof weights
const scored = Object.keys(weights) as readonly Scored[]

/** Files that an undecided metric names. */
const MAX_FILES = 10

/**
 * Section `web_vitals`: heuristic estimates of the Core Web Vitals from the page's text and the sizes that servers told,
 * with ranges, without the measurement beside them.
 */
export function webVitalsSection({ document, probes, http, request }: Facts): AuditWebVitals {
  const connection = connections[request.device]
  const critical = criticalOf({ document, probes })
  const documentBytes = sentBytes(http)
  const estimates = estimate({ connection, critical, ttfbMs: http.ttfbMs, documentBytes })
  const breakdown = breakdownOf(estimates, request.device)
  return {
    source: 'synthetic',
    confidence: 'heuristic',
    method: `static-estimate (${connection.name}): from the files that the first view waits for, not measured`,
    ...valuesOf(estimates),
    undecided: undecidedOf(estimates),
    inputs: inputsOf(critical),
    opportunities: opportunitiesOf(critical, connection),
    web_vitals_score: scoreOf(breakdown),
    score_breakdown: { ...breakdown, scale: '0-100' },
    measured: null,
  }
}

function valuesOf({ lcp, inp, cls, fcp, ttfb }: Estimates) {
  const values = {
    lcp_ms: estimateOrNull(lcp),
    inp_ms: estimateOrNull(inp),
    cls: cls.value,
    ttfb_ms: estimateOrNull(ttfb),
  }
  return {
    ...values,
    fcp_ms: estimateOrNull(fcp),
    raw: values,
    ranges: {
      lcp_ms: rangeOrNull(lcp),
      inp_ms: rangeOrNull(inp),
      cls: { low: cls.low, high: cls.high },
      fcp_ms: rangeOrNull(fcp),
      ttfb_ms: rangeOrNull(ttfb),
    },
  }
}

function estimateOrNull(one: Estimate | Undecided): number | null {
  return 'reason' in one ? null : one.value
}

function rangeOrNull(one: Estimate | Undecided): { low: number; high: number } | null {
  return 'reason' in one ? null : { low: one.low, high: one.high }
}

function undecidedOf({ ttfb, fcp, lcp, inp }: Estimates): NonNullable<AuditWebVitals['undecided']> {
  const all = [
    ['ttfb_ms', ttfb],
    ['fcp_ms', fcp],
    ['lcp_ms', lcp],
    ['inp_ms', inp],
  ] as const
  return all.flatMap(([metric, one]) => {
    if (!('reason' in one)) return []
    const items = one.files.slice(0, MAX_FILES).map(({ url }) => truncateUrl(url))
    return { metric, reason: one.reason, items }
  })
}

function inputsOf({ scripts, styles, origins, unsized, hero }: Critical): AuditWebVitals['inputs'] {
  return {
    blocking_scripts: scripts.length,
    blocking_styles: styles.length,
    critical_origins: origins.length,
    unsized_media: unsized,
    hero_image: hero === null ? null : truncateUrl(hero.url),
    sizes_measured: [...scripts, ...styles].filter(({ bytes }) => bytes !== null).length,
  }
}

/** Bytes as sent, by Content-Length; else a quarter of the decompressed size, as text compresses to about that. */
function sentBytes({ bodyBytes, header }: Facts['http']): number {
  const [length = ''] = header('content-length')
  if (/^\d{1,15}$/.test(length) && Number(length) > 0) return Number(length)
  return header('content-encoding').length > 0 ? bodyBytes / 4 : bodyBytes
}

type Breakdown = Readonly<Record<Exclude<Scored, 'cls'>, number | null>> & { readonly cls: number }

function breakdownOf(estimates: Estimates, device: 'mobile' | 'desktop'): Breakdown {
  const curves = curvesOf(device)
  const points = (name: Scored, value: number) => Math.round(logNormalScore(curves[name], value) * 100)
  const pointsOrNull = (name: Exclude<Scored, 'cls'>) => {
    const value = estimateOrNull(estimates[name])
    return value === null ? null : points(name, value)
  }
  return {
    lcp: pointsOrNull('lcp'),
    inp: pointsOrNull('inp'),
    cls: points('cls', estimates.cls.value),
    ttfb: pointsOrNull('ttfb'),
  }
}

/** The weighted mean; null where a metric is missing, since the others would make a flattering one. */
function scoreOf(breakdown: Breakdown): number | null {
  let sum = 0
  for (const name of scored) {
    const points = breakdown[name]
    if (points === null) return null
    sum += points * weights[name]
  }
  return Math.round(sum / 100)
}
