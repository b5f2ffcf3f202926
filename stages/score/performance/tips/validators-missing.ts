import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import type { StaticFile } from '../facts.ts'
import { hasNoCacheHeaders } from '../resources/caching.ts'

export const validatorsMissing: Tip = {
  id: 'validators-missing',
  when: "one of the site's own files may be cached but has neither ETag nor Last-Modified, nor immutable",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.8',
  find: (facts) =>
    ownFilesFinding(
      facts,
      isUnnamed,
      'have neither ETag nor Last-Modified',
      'once stale they come whole again, where 304 would do',
    ),
}

function isUnnamed({ request, freshness: { isReusable } }: StaticFile): boolean {
  const { headers } = request
  const isNamed = headers.etag !== undefined || headers['last-modified'] !== undefined
  return (
    isReusable &&
    !isNamed &&
    !hasNoCacheHeaders(request) &&
    !/\bimmutable\b/i.test(headers['cache-control'] ?? '')
  )
}
