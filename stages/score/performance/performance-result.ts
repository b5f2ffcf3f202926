import type { LabVital, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { advise, tipsOf } from './advice/advise.ts'
import { detailsOf } from './details.ts'
import { environmentOf } from './environment.ts'
import { factsOf } from './facts.ts'
import { resourcesOf } from './resources/resources.ts'
import { summaryOf } from './summary.ts'
import { RULE_VERSION, SCHEMA_VERSION } from './versions.ts'
import { type MetricName, metrics, type Rated, type RatedVitals, ratedVitals } from './vitals/metrics.ts'
import { methodOf, type Score, scoreOf } from './vitals/score.ts'

/** How long a result is cached, in seconds (`infra/docs/clients.md#caches`). */
const CACHE_SECONDS = 86_400

type Vitals = PerformanceResult['core_web_vitals']

/**
 * Builds the result of the operation from a measurement and its parameters. `createdAt` in milliseconds since the
 * epoch.
 */
export function performanceResult(
  measurement: Measurement,
  request: PerformanceParameters,
  createdAt: number,
): PerformanceResult {
  const vitals = ratedVitals(measurement.vitals)
  const { device } = measurement.environment
  const score = scoreOf(vitals, device)
  const facts = factsOf(measurement, vitals)
  const advice = advise(facts)
  return {
    schema_version: SCHEMA_VERSION,
    run_id: measurement.runId,
    url: request.url,
    final_url: measurement.finalUrl,
    mode: 'lab',
    environment: environmentOf(measurement),
    summary: summaryOf(vitals, score, advice.length),
    core_web_vitals: vitalsOf(vitals, measurement),
    performance_score: performanceScoreOf(score, methodOf(score, device)),
    resources: resourcesOf(measurement),
    tips: tipsOf(advice),
    ...(request.details && { details: detailsOf(facts, advice) }),
    missing: measurement.missing,
    cache: cacheOf(request, createdAt),
    created_at: new Date(createdAt).toISOString(),
    metadata: metadataOf(measurement),
  }
}

function vitalsOf(vitals: RatedVitals, { vitals: measured }: Measurement): Vitals {
  const { value, ...evaluatedShift } = evaluated(vitals.cls, measured.cls)
  return {
    lcp: timed('lcp', vitals.lcp, measured.lcp),
    inp: { ...timed('inp', vitals.inp, measured.inp), ...refusedOf(measured.inp) },
    cls: { value, budget: metrics.cls.good, ...evaluatedShift },
    fcp: timed('fcp', vitals.fcp, measured.fcp),
    ttfb: timed('ttfb', vitals.ttfb, measured.ttfb),
  }
}

function timed(name: MetricName, rated: Rated, vital: LabVital): Vitals['lcp'] {
  const { value, ...rest } = evaluated(rated, vital)
  return { value_ms: value, budget_ms: metrics[name].good, ...rest }
}

function refusedOf({ refused }: LabVital): Pick<Vitals['inp'], 'refused'> {
  return refused === undefined ? {} : { refused: refused.map(({ selector, why }) => ({ selector, why })) }
}

function evaluated({ reason, ...rated }: Rated, { attribution }: LabVital) {
  const rounded = Object.entries(attribution).map(([name, value]) => [name, shown(value)] as const)
  return { ...rated, ...(reason !== null && { reason }), attribution: Object.fromEntries(rounded) }
}

/** Rounds figures to four decimals. */
function shown(value: LabVital['attribution'][string]): LabVital['attribution'][string] {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value
}

function performanceScoreOf(score: Score, method: string): PerformanceResult['performance_score'] {
  const { lcp, inp, cls, fcp, ttfb } = metrics
  return {
    schema_version: SCHEMA_VERSION,
    rule_version: RULE_VERSION,
    value: score.value,
    scale: '0-100',
    method,
    weights: { lcp: lcp.weight, inp: inp.weight, cls: cls.weight, fcp: fcp.weight, ttfb: ttfb.weight },
    by_metric: score.byMetric,
    missing: [...score.missing],
  }
}

/**
 * Equal requests have equal keys: the key holds the parameters of the result and the requested URL; results with and without details
 * are different entries (`infra/docs/clients.md#caches`).
 */
function cacheOf(
  { url, device, waitUntil, timeout, details }: PerformanceParameters,
  createdAt: number,
): PerformanceResult['cache'] {
  const asked = new URL(url)
  if (asked.hash === '') asked.hash = ''
  return {
    cached: false,
    cache_key: `performance:${device}:${waitUntil}:${timeout}${details ? ':details' : ''}:${asked.href}`,
    ttl_seconds: CACHE_SECONDS,
    expires_at: new Date(createdAt + CACHE_SECONDS * 1000).toISOString(),
  }
}

/** Section `metadata` (`infra/docs/clients.md#performance`). */
function metadataOf({ processingMs, pageLoadMs }: Measurement): PerformanceResult['metadata'] {
  const loadMs = Math.round(pageLoadMs)
  return {
    processing_time_ms: Math.round(processingMs),
    page_load_time_ms: loadMs,
    page_load_rating: loadMs < 1500 ? 'fast' : loadMs <= 3000 ? 'average' : 'slow',
  }
}
