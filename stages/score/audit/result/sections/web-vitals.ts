import { curvesOf } from '../../../performance/vitals/metrics.ts'
import { logNormalScore } from '../../../performance/vitals/score.ts'
import type { Facts } from '../../facts/facts.ts'
import { criticalOf } from '../../vitals/critical.ts'
import {
  connections,
  type Estimate,
  type Estimates,
  estimate,
  opportunitiesOf,
} from '../../vitals/estimate.ts'
import { truncateUrl } from '../truncate.ts'

/** Weights of the score, out of 100. */
const weights = { lcp: 40, inp: 25, cls: 25, ttfb: 10 } as const
type Scored = keyof typeof weights
const scored = Object.keys(weights) as readonly Scored[]

/** Section `web_vitals`: heuristic estimates of the Core Web Vitals from the page's text alone, with ranges. */
export function webVitalsSection({ document, probes, http, request }: Facts) {
  const connection = connections[request.device]
  const critical = criticalOf({ document, probes })
  const documentBytes = sentBytes(http)
  const estimates = estimate({ connection, critical, ttfbMs: http.ttfbMs, documentBytes })
  const { lcp, inp, cls, fcp, ttfb } = estimates
  const breakdown = breakdownOf(estimates, request.device)
  return {
    source: 'synthetic' as const,
    confidence: 'heuristic' as const,
    method: `static-estimate (${connection.name}): from the files that the first view waits for, not measured`,
    lcp_ms: lcp.value,
    inp_ms: inp.value,
    cls: cls.value,
    fcp_ms: fcp.value,
    ttfb_ms: ttfb.value,
    raw: { lcp_ms: lcp.value, inp_ms: inp.value, cls: cls.value, ttfb_ms: ttfb.value },
    ranges: {
      lcp_ms: range(lcp),
      inp_ms: range(inp),
      cls: range(cls),
      fcp_ms: range(fcp),
      ttfb_ms: range(ttfb),
    },
    inputs: {
      blocking_scripts: critical.scripts.length,
      blocking_styles: critical.styles.length,
      critical_origins: critical.origins.length,
      unsized_media: critical.unsized,
      hero_image: critical.hero === null ? null : truncateUrl(critical.hero.url),
      sizes_measured: [...critical.scripts, ...critical.styles].filter(({ isMeasured }) => isMeasured).length,
    },
    opportunities: opportunitiesOf(critical, connection),
    web_vitals_score: Math.round(
      scored.reduce((sum, name) => sum + breakdown[name] * weights[name], 0) / 100,
    ),
    score_breakdown: { ...breakdown, scale: '0-100' },
  }
}

/** Bytes as sent, by Content-Length; else a quarter of the decompressed size, as text compresses to about that. */
function sentBytes({ bodyBytes, header }: Facts['http']): number {
  const [length = ''] = header('content-length')
  if (/^\d{1,15}$/.test(length) && Number(length) > 0) return Number(length)
  return header('content-encoding').length > 0 ? bodyBytes / 4 : bodyBytes
}

function breakdownOf(estimates: Estimates, device: 'mobile' | 'desktop'): Record<Scored, number> {
  const curves = curvesOf(device)
  const entries = scored.map((name) => [
    name,
    Math.round(logNormalScore(curves[name], estimates[name].value) * 100),
  ])
  return Object.fromEntries(entries) as Record<Scored, number>
}

function range({ low, high }: Estimate) {
  return { low, high }
}
