import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { CallState } from '../http/context.ts'
import { rangeOf } from '../http/range.ts'

/** Names are hashes of contents: nobody can guess one, and what is behind it never changes. */
const FILE = /^([0-9a-f]{64})\.(png|jpeg|webp)$/

/** `GET /images/{sha256}.{format}`: captured images, without key; whole, by range (RFC 9110, 14) or 304. */
export function imagesRoutes(router: Router<CallState>, objects: ObjectStore): void {
  router.get('/images/:file', async (context) => {
    const [file = '', hash, format] = FILE.exec(context.params.file as string) ?? []
    const object = file === '' ? null : await objects.get(`images/${file}`)
    if (object === null) throw new Failure('NOT_FOUND', 'There is no such image, or it has expired')
    context.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Accept-Ranges': 'bytes',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    context.etag = `"${hash}"`
    context.type = `image/${format}`
    if (isKnown(context)) context.status = 304
    else answerBytes(context, object.body)
  })
}

/** Whether the caller has it already (RFC 9110, 13.1.2). */
function isKnown(context: Context): boolean {
  const tags = context.get('If-None-Match').split(',')
  return tags.some((tag) => ['*', context.response.get('ETag')].includes(tag.trim().replace(/^W\//, '')))
}

function answerBytes(context: Context, body: Buffer): void {
  const range = isRangeWanted(context) ? rangeOf(context.get('Range'), body.length) : null
  context.status = 200
  context.body = body
  if (range === null) return
  context.status = range === 'unsatisfiable' ? 416 : 206
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${body.length}`)
    context.body = ''
  } else {
    context.set('Content-Range', `bytes ${range.start}-${range.end}/${body.length}`)
    context.body = body.subarray(range.start, range.end + 1)
  }
}

/** `If-Range` with another entity asks for the whole (RFC 9110, 13.1.5). */
function isRangeWanted(context: Context): boolean {
  const condition = context.get('If-Range')
  return context.method === 'GET' && ['', context.response.get('ETag')].includes(condition)
}
