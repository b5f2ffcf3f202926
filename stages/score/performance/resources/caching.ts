import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { type Freshness, freshnessOf, isExplicitlyFresh, isFresh } from './freshness.ts'
import { kilobytes } from './kilobytes.ts'
import { compressionSaving, isCompressed, isText, isUncompressed } from './text.ts'

type Caching = PerformanceResult['resources']['caching']

/**
 * Section `caching`: how the GET responses of a run behave with caches, the document and redirects included
 * (`infra/docs/contract.md#resources`).
 */
export function cachingOf({ requests, startedAt }: Pick<Measurement, 'requests' | 'startedAt'>): Caching {
  const answers = requests.filter(({ method, status }) => method === 'GET' && status !== null)
  const clock = Date.parse(startedAt)
  const fresh = answers.map((answer) => freshnessOf(answer, clock))
  return {
    cacheable_requests: fresh.filter(isExplicitlyFresh).length,
    missing_cache_headers: answers.filter(hasNoCacheHeaders).length,
    ...hitRatio(answers, fresh),
    compression: compressionOf(answers),
  }
}

/** Whether the response says nothing about caching. */
export function hasNoCacheHeaders({ headers }: LabRequest): boolean {
  return headers['cache-control'] === undefined && headers.expires === undefined
}

/**
 * Ratio of cache hits. Measured where a second view showed it, else by the headers; called measured only when it
 * was measured for all.
 */
function hitRatio(
  answers: readonly LabRequest[],
  fresh: readonly Freshness[],
): Pick<Caching, 'cache_hit_ratio' | 'cache_hit_ratio_source'> {
  const isMeasured = answers.length > 0 && answers.every(({ secondView }) => secondView !== null)
  const predicted = fresh.map((one) => (isFresh(one) ? 'cache' : 'network'))
  const hits = answers.filter(({ secondView }, at) => (secondView ?? predicted[at]) === 'cache').length
  const ratio = answers.length === 0 ? 0 : hits / answers.length
  return {
    cache_hit_ratio: Math.round(ratio * 1000) / 1000,
    cache_hit_ratio_source: isMeasured ? 'measured' : 'headers',
  }
}

function compressionOf(answers: readonly LabRequest[]): Caching['compression'] {
  const plain = answers.filter(isUncompressed)
  return {
    gzip_or_br: answers.filter((answer) => isText(answer) && isCompressed(answer)).length,
    uncompressed: plain.length,
    estimated_savings_kb: kilobytes(plain.reduce((sum, answer) => sum + compressionSaving(answer), 0)),
  }
}
