import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { assetsOf } from '../../../derived/resources/assets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Lighthouse regards shorter lifetimes as too short. */
const GOOD_DAYS = 30
const DAY_S = 86_400
const units = [
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
] as const
/** These directives request validation on purpose. */
const deliberate = /\b(?:no-store|no-cache|must-revalidate|stale-while-revalidate|private|immutable)\b/i

export const assetCacheShort = rule({
  id: 'asset-cache-short',
  severity: 'info',
  title: 'Static files with a short cache lifetime',
  passTitle: 'Static files have a long cache lifetime',
  why: 'Returning visitors download files again that have not changed.',
  fix: 'Send Cache-Control: max-age=31536000 for files whose names change with their content.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/cache',
  needs: ['request', 'document', 'probes'],
  messages: {
    short: '{affected} of {total} static {total:file|files} may be cached for less than 30 days: {first}',
  },
  thresholds: { good: '30 days or more', needs_improvement: 'less than 30 days', poor: 'none' },

  check({ request, document, probes }) {
    const own = assetsOf(document).filter(({ isOwn }) => isOwn)
    return evaluateTargets(own, 'short', ({ url }) => {
      const answer = probes.of(url)
      if (answer === undefined || answer.error === 'refused') return { unknown: 'not_probed' }
      // Broken files have rules of their own; a redirect says nothing about the file.
      if (answer.status !== 200 || deliberate.test(answer.headers['cache-control'] ?? '')) return null
      const seconds = lifetime(answer, request.at)
      return seconds >= GOOD_DAYS * DAY_S ? null : `${url} (${spelled(seconds)})`
    })
  },
})

/** The duration in the largest unit of which it has at least one. */
function spelled(seconds: number): string {
  if (seconds === 0) return 'not at all'
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? ['second', 1]
  const count = Math.floor(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Freshness lifetime in seconds (RFC 9111, section 4.2.1); 0 without one. */
function lifetime({ headers }: ProbeAnswer, at: number): number {
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,10})/i.exec(headers['cache-control'] ?? '')?.[1]
  if (maxAge !== undefined) return Number(maxAge)
  const expires = Date.parse(headers.expires ?? '')
  return Number.isNaN(expires) ? 0 : Math.max(0, (expires - at) / 1000)
}
