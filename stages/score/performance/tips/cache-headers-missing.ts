import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import { hasNoCacheHeaders } from '../resources/caching.ts'

export const cacheHeadersMissing: Tip = {
  id: 'cache-headers-missing',
  title: 'Files without cache headers',
  effort: 'low',
  when: "one of the site's own files has neither Cache-Control nor Expires",
  learnMore: 'https://web.dev/articles/http-cache',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request }) => hasNoCacheHeaders(request),
      'without Cache-Control or Expires',
      'Set how long browsers may cache them',
    ),
}
