import type { Context } from 'koa'
import type { ByteRange, ObjectStore } from '#shared/ports/object-store.ts'
import { clientAddress } from '../../access/client-address.ts'
import { ClientDisconnected } from '../../middleware/errors.ts'
import type { KeylessOptions } from '../../middleware/keyless.ts'
import { parseRange } from './range.ts'
import type { TransferBudget } from './transfer-budget.ts'

/** The object store, and the limits of transfers from it. */
export interface ObjectOptions extends KeylessOptions {
  readonly objects: ObjectStore
  readonly transferBudget: TransferBudget
}

/** An object whose name is the hash of its content, so the content never changes. */
export interface HashedObject {
  readonly name: string
  readonly hash: string
  /** Media type of the answer. */
  readonly type: string
}

/**
 * Answers with a stored object: all of it, a range (RFC 9110, section 14) or 304. Reads the object no faster than the
 * client does. Returns false, without an answer, when there is no such object.
 */
export async function sendObject(
  context: Context,
  options: ObjectOptions,
  object: HashedObject,
): Promise<boolean> {
  const stat = await options.objects.stat(object.name)
  if (stat === null) return false
  const tag = `"${object.hash}"`
  if (isNotModified(context, tag)) {
    setObjectHeaders(context, object, tag, 304)
    return true
  }
  const range = isRangeWanted(context, tag) ? parseRange(context.get('Range'), stat.size) : null
  if (range === 'unsatisfiable') {
    setObjectHeaders(context, object, tag, 416)
    context.set('Content-Range', `bytes */${stat.size}`)
    context.body = ''
    return true
  }
  return sendPart(context, options, object, { tag, size: stat.size, range })
}

interface ObjectPart {
  readonly tag: string
  readonly size: number
  /** Null = the whole object. */
  readonly range: ByteRange | null
}

async function sendPart(
  context: Context,
  options: ObjectOptions,
  object: HashedObject,
  { tag, size, range }: ObjectPart,
): Promise<boolean> {
  const length = range === null ? size : range.end - range.start + 1
  const bytes =
    context.method === 'HEAD' ? undefined : await openObject(context, options, object, length, range)
  if (bytes === null) return false
  setObjectHeaders(context, object, tag, range === null ? 200 : 206)
  if (range !== null) context.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  if (bytes !== undefined) context.body = bytes
  context.length = length
  return true
}

/** Opens the object and charges the transfer budget until the answer ends or breaks. */
async function openObject(
  context: Context,
  { objects, transferBudget, trustProxy }: ObjectOptions,
  { name }: HashedObject,
  length: number,
  range: ByteRange | null,
) {
  if (context.res.destroyed) throw new ClientDisconnected()
  context.res.once('close', transferBudget.acquire(clientAddress(context, trustProxy), length))
  return objects.open(name, range ?? undefined)
}

function setObjectHeaders(context: Context, { type }: HashedObject, tag: string, status: number): void {
  context.status = status
  context.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  })
  context.type = type
}

/** Whether the client has the object already (RFC 9110, section 13.1.2). */
function isNotModified(context: Context, etag: string): boolean {
  const tags = context.get('If-None-Match').split(',')
  return tags.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Whether a range may be sent: `If-Range` with another ETag requires the whole object (RFC 9110, section 13.1.5). */
function isRangeWanted(context: Context, etag: string): boolean {
  return context.method === 'GET' && ['', etag].includes(context.get('If-Range'))
}
