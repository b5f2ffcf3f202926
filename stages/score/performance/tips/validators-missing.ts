import { ownFilesFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'
import type { StaticFile } from '../facts.ts'
import { hasNoCacheHeaders } from '../resources/caching.ts'

export const validatorsMissing: Tip = {
  id: 'validators-missing',
  title: 'Files without ETag or Last-Modified',
  effort: 'low',
  when: "one of the site's own files may be cached but has neither ETag nor Last-Modified, nor immutable",
  learnMore: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.8',
  find: (facts) =>
    ownFilesFinding(
      facts,
      isUnnamed,
      'without ETag or Last-Modified',
      'Add one of them, so that a 304 response can replace the whole file',
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
