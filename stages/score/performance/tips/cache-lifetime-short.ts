import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import type { StaticFile } from '../facts.ts'

/** Lifetime that WebPageTest regards as long enough, in seconds. */
const WEEK_S = 7 * 86_400

export const cacheLifetimeShort: Tip = {
  id: 'cache-lifetime-short',
  title: 'Short cache lifetime',
  effort: 'medium',
  when: "one of the site's own files may be cached for less than 7 days",
  learnMore: 'https://developer.chrome.com/docs/performance/insights/cache',
  find: (facts) =>
    ownFilesFinding(
      facts,
      isShort,
      'may be cached for less than 7 days',
      'Put a version in their names and let browsers cache them for a year',
    ),
}

function isShort({ freshness: { isReusable, explicitSeconds, ageSeconds } }: StaticFile): boolean {
  return isReusable && explicitSeconds !== null && explicitSeconds - ageSeconds < WEEK_S
}
