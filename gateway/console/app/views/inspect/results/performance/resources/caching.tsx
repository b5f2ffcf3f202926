import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Bar } from '../../../../../ui/badge.tsx'
import { Facts } from '../../../../../ui/facts.tsx'
import { formatCount, formatShare } from '../../../../../ui/format.ts'
import { formatKib } from './kibibytes.ts'

/** How much of the page comes from the cache the next time, and what compression would save. */
export function Caching({ caching }: { caching: PerformanceResult['resources']['caching'] }) {
  const { compression } = caching
  const source =
    caching.cache_hit_ratio_source === 'measured' ? 'measured by a second view' : 'by the response headers'
  return (
    <>
      <h3>Caching and compression</h3>
      <div class="ratio">
        <p>
          From the cache at a second view: <strong>{formatShare(caching.cache_hit_ratio)}</strong> of the
          responses, {source}.
        </p>
        <Bar share={caching.cache_hit_ratio} />
      </div>
      <Facts
        items={[
          ['Responses that may be reused', formatCount(caching.cacheable_requests)],
          ['Responses without cache headers', formatCount(caching.missing_cache_headers)],
          ['Texts sent compressed', formatCount(compression.gzip_or_br)],
          ['Texts sent uncompressed', formatCount(compression.uncompressed)],
          ['Compression would save', formatKib(compression.estimated_savings_kb)],
        ]}
      />
    </>
  )
}
