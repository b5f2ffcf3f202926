import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import type { CallState } from '../middleware/call-state.ts'
import { keyless } from '../middleware/keyless.ts'
import { type ObjectOptions, sendObject } from './response/object.ts'

/** A name is the hash of the content: nobody can guess it, and the content never changes. */
const FILE = /^([0-9a-f]{64})\.(png|jpeg|webp)$/

/** `GET /images/{sha256}.{format}`: captured images. Needs no key. */
export function imagesRoutes(router: Router<CallState>, options: ObjectOptions): void {
  router.get('/images/:file', keyless(options), async (context) => {
    const [file, hash = '', format = ''] = FILE.exec(context.params.file as string) ?? []
    const image = { name: `images/${file}`, hash, type: `image/${format}` }
    const isThere = file !== undefined && (await sendObject(context, options, image))
    if (!isThere) throw new Failure('NOT_FOUND', 'There is no such image, or it has expired')
    context.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })
}
