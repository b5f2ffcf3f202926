import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { CallState } from '../http/context.ts'

/** Names are hashes of contents: nobody can guess one. Raw pages (`.html`) are not served. */
const FILE = /^[0-9a-f]{64}\.json$/

/** `GET /bodies/{sha256}.json`: values of events that were too large to travel, as `dataref` names them. */
export function bodiesRoutes(router: Router<CallState>, objects: ObjectStore): void {
  router.get('/bodies/:file', async (context) => {
    const file = context.params.file as string
    const object = FILE.test(file) ? await objects.get(`bodies/${file}`) : null
    if (object === null) throw new Failure('NOT_FOUND', 'There is no such value, or it has expired')
    context.type = 'application/json'
    context.set('Cache-Control', 'public, max-age=31536000, immutable')
    context.body = object.body
  })
}
