import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import { hasNoCacheHeaders } from '../resources/caching.ts'

export const cacheHeadersMissing: Tip = {
  id: 'cache-headers-missing',
  when: "one of the site's own files has neither Cache-Control nor Expires",
  learnMore: 'https://web.dev/articles/http-cache',
  find: (facts) =>
    ownFilesFinding(
      facts,
      ({ request }) => hasNoCacheHeaders(request),
      'came with neither Cache-Control nor Expires',
      'say how long browsers may keep them',
    ),
}
