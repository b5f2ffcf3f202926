import type Router from '@koa/router'
import type { ServedDocument } from '../documents/documents.ts'
import type { CallState } from '../middleware/call-state.ts'
import { type KeylessOptions, keyless } from '../middleware/keyless.ts'

/** The API documents and the page that shows them. They need no key and have an ETag. */
export function documentsRoutes(
  router: Router<CallState>,
  documents: readonly ServedDocument[],
  options: KeylessOptions,
): void {
  const rateLimited = keyless(options)
  for (const { path, type, body, etag, policy } of documents) {
    router.get(path, rateLimited, (context) => {
      context.status = 200
      context.set({
        'Cache-Control': 'public, max-age=300',
        ETag: etag,
        ...(policy && { 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' }),
      })
      context.type = type
      if (context.fresh) context.status = 304
      else context.body = body
    })
  }
}
