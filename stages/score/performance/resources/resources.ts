import type { LabKind, LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { cachingOf } from './caching.ts'
import { imageWaste, shownImages } from './images.ts'
import { entitiesOf, heaviest, partiesOf, totalsOf } from './totals.ts'

type Resources = PerformanceResult['resources']

/** Maximum number of hosts and of providers that are shown. */
const MOST = 5

/** Section `resources` (`infra/docs/clients.md#resources`). */
export function resourcesOf(measurement: Measurement): Resources {
  const { requests, requestsLeftOut, finalUrl } = measurement
  const { first, third } = partiesOf(requests, finalUrl)
  return {
    total_requests: requests.length + requestsLeftOut,
    ...totalsOf(requests),
    first_party: { requests: first.length, ...totalsOf(first) },
    third_party: { requests: third.length, ...totalsOf(third), entities: entitiesOf(third, MOST) },
    by_type: byType(measurement),
    top_hosts: topHosts(requests),
    caching: cachingOf(measurement),
    truncated: requestsLeftOut > 0,
  }
}

function topHosts(requests: readonly LabRequest[]): Resources['top_hosts'] {
  return heaviest(requests, ({ url }) => new URL(url).host, MOST).map(([host, figures]) => ({
    host,
    ...figures,
  }))
}

function byType(measurement: Measurement): Resources['by_type'] {
  const counted = (kind: LabKind) => {
    const own = measurement.requests.filter((request) => request.kind === kind)
    return { count: own.length, ...totalsOf(own) }
  }
  return {
    document: counted('document'),
    javascript: { ...counted('javascript'), main_thread_ms: scriptMs(measurement) },
    stylesheet: counted('stylesheet'),
    image: { ...counted('image'), unoptimized: unoptimized(measurement) },
    font: counted('font'),
    media: counted('media'),
    fetch: counted('fetch'),
    other: counted('other'),
  }
}

function scriptMs({ mainThread, missing }: Measurement): number | null {
  if (missing.main_thread !== undefined) return null
  const scripts = mainThread.filter(({ kind }) => kind === 'script')
  return Math.round(scripts.reduce((sum, { ms }) => sum + ms, 0) * 10) / 10
}

function unoptimized(measurement: Measurement): number {
  const waste = imageWaste(shownImages(measurement), measurement.environment.viewport.deviceScaleFactor)
  return new Set(waste.map(({ image }) => image.url)).size
}
