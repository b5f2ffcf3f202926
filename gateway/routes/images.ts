import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import type { CallState } from '../http/context.ts'
import { keyless } from '../http/keyless.ts'
import { answerObject, type ObjectAnswers } from '../http/object-answer.ts'

/** Names are hashes of contents: nobody can guess one, and what is behind it never changes. */
const FILE = /^([0-9a-f]{64})\.(png|jpeg|webp)$/

/** `GET /images/{sha256}.{format}`: captured images, without key. */
export function imagesRoutes(router: Router<CallState>, from: ObjectAnswers): void {
  router.get('/images/:file', keyless(from), async (context) => {
    const [file, hash = '', format = ''] = FILE.exec(context.params.file as string) ?? []
    const image = { name: `images/${file}`, hash, type: `image/${format}` }
    const isThere = file !== undefined && (await answerObject(context, from, image))
    if (!isThere) throw new Failure('NOT_FOUND', 'There is no such image, or it has expired')
    context.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })
}
