import { readMembers, replaceMembers } from '#shared/messages/json-members.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { OperationRoute } from './operation.ts'

/** Time for the measurement besides the load of the page. */
const MEASURE_MS = 15_000

export const performance: OperationRoute = {
  method: 'GET',
  entryStage: 'render',
  sharing: 'alone',
  requiredDependencies: [],
  identity(parameters) {
    const { device, waitUntil, timeout, details } = parameters as unknown as PerformanceParameters
    return [device, waitUntil, timeout, ...(details ? ['details'] : [])]
  },
  answerTimeoutMs(parameters) {
    const { timeout } = parameters as unknown as PerformanceParameters
    return timeout + MEASURE_MS
  },
  hasCacheHeader: false,
  presentCached({ json, at, ttlSeconds }) {
    const { cache, metadata } = readMembers(json, ['cache', 'metadata']) as Partial<PerformanceResult>
    const cached_at = new Date(at).toISOString()
    const expires_at = new Date(at + ttlSeconds * 1000).toISOString()
    return replaceMembers(json, {
      cache: { ...cache, cached: true, cached_at, expires_at },
      metadata: { ...metadata, page_load_time_ms: 0 },
    })
  },
}
