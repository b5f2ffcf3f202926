import type { Context } from 'koa'
import type { ByteRange, ObjectStore } from '#shared/ports/object-store.ts'
import type { Transfers } from '../transfers.ts'
import { clientOf } from './client-address.ts'
import { CallerLeft } from './errors.ts'
import type { KeylessOptions } from './keyless.ts'
import { rangeOf } from './range.ts'

/** Where objects come from, and what keeps those within bounds that are under way. */
export interface ObjectAnswers extends KeylessOptions {
  readonly objects: ObjectStore
  readonly transfers: Transfers
}

/** An object whose name is the hash of its bytes: what is behind it never changes. */
export interface HashedObject {
  readonly name: string
  readonly hash: string
  /** Content type of the answer. */
  readonly type: string
}

/**
 * Answers with an object as it is stored: whole, by range (RFC 9110, 14) or 304. It is read no faster than the client takes
 * it, and only when bytes are due. False, and nothing is answered, when there is none.
 */
export async function answerObject(
  context: Context,
  from: ObjectAnswers,
  object: HashedObject,
): Promise<boolean> {
  const facts = await from.objects.stat(object.name)
  if (facts === null) return false
  const tag = `"${object.hash}"`
  if (isKnown(context, tag)) {
    describe(context, object, tag, 304)
    return true
  }
  const range = isRangeWanted(context, tag) ? rangeOf(context.get('Range'), facts.size) : null
  if (range === 'unsatisfiable') {
    describe(context, object, tag, 416)
    context.set('Content-Range', `bytes */${facts.size}`)
    context.body = ''
    return true
  }
  return answerBytes(context, from, object, { tag, size: facts.size, range })
}

interface Wanted {
  readonly tag: string
  readonly size: number
  /** Null = the whole. */
  readonly range: ByteRange | null
}

async function answerBytes(
  context: Context,
  from: ObjectAnswers,
  object: HashedObject,
  { tag, size, range }: Wanted,
): Promise<boolean> {
  const length = range === null ? size : range.end - range.start + 1
  const bytes = context.method === 'HEAD' ? undefined : await opened(context, from, object, length, range)
  if (bytes === null) return false
  describe(context, object, tag, range === null ? 200 : 206)
  if (range !== null) context.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  if (bytes !== undefined) context.body = bytes
  context.length = length
  return true
}

/** Counted among what is under way until the answer ends, however it does. */
async function opened(
  context: Context,
  { objects, transfers, trustProxy }: ObjectAnswers,
  { name }: HashedObject,
  length: number,
  range: ByteRange | null,
) {
  if (context.res.destroyed) throw new CallerLeft()
  context.res.once('close', transfers.begin(clientOf(context, trustProxy), length))
  return objects.open(name, range ?? undefined)
}

function describe(context: Context, { type }: HashedObject, tag: string, status: number): void {
  context.status = status
  context.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  })
  context.type = type
}

/** Whether the caller has it already (RFC 9110, 13.1.2). */
function isKnown(context: Context, ours: string): boolean {
  const tags = context.get('If-None-Match').split(',')
  return tags.some((tag) => ['*', ours].includes(tag.trim().replace(/^W\//, '')))
}

/** `If-Range` with another entity asks for the whole (RFC 9110, 13.1.5). */
function isRangeWanted(context: Context, ours: string): boolean {
  return context.method === 'GET' && ['', ours].includes(context.get('If-Range'))
}
