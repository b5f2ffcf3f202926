import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import type { CallState } from '../middleware/call-state.ts'
import { keyless } from '../middleware/keyless.ts'
import { type ObjectOptions, sendObject } from './response/object.ts'

/** A name is the hash of the content, so nobody can guess it. Raw pages (`.html`) are not served. */
const FILE = /^([0-9a-f]{64})\.json$/

/**
 * `GET /bodies/{sha256}.json`: values that are too large for an event, which refers to them by `dataref`. Needs no key.
 */
export function bodiesRoutes(router: Router<CallState>, options: ObjectOptions): void {
  router.get('/bodies/:file', keyless(options), async (context) => {
    const [file, hash = ''] = FILE.exec(context.params.file as string) ?? []
    const body = { name: `bodies/${file}`, hash, type: 'application/json' }
    const isThere = file !== undefined && (await sendObject(context, options, body))
    if (!isThere) throw new Failure('NOT_FOUND', 'There is no such value, or it has expired')
  })
}
