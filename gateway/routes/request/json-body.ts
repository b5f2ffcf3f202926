import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import { validationFailure } from '#shared/messages/inspection-requested.ts'
import { parseJson as jsonOf, MAX_DEPTH } from '#shared/messages/json.ts'

/** The largest request body that is read, in bytes (decisions section 1). */
const MAX_BODY_BYTES = 65_536
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/

export interface BodyLimit {
  readonly limitBytes: number
  /** What to do with a larger one. */
  readonly advice: string
}

const defaultLimit: BodyLimit = { limitBytes: MAX_BODY_BYTES, advice: '' }

/**
 * A request's JSON body; a body without Content-Type is read as JSON. Throws `UNSUPPORTED_MEDIA_TYPE`,
 * `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with an empty path when it is no JSON, or is nested too deeply.
 */
export async function readJsonBody(context: Context): Promise<unknown> {
  assertJson(context)
  return parseJsonBody(context, context.req, defaultLimit)
}

/** JSON that comes in these pieces. Throws as `readBody`. */
export async function parseJsonBody(
  context: Context,
  source: AsyncIterable<Uint8Array>,
  limit: BodyLimit,
): Promise<unknown> {
  const text = (await readBytes(context, source, limit)).toString('utf8')
  const value = jsonOf(text)
  if (value !== undefined) return value
  throw validationFailure([
    {
      code: 'custom',
      expected: 'JSON',
      received: text.slice(0, 100),
      path: [],
      message: `The body must be JSON, nested no deeper than ${MAX_DEPTH} levels`,
    },
  ])
}

/** The media type of a request's body in lower case; '' when none is told. */
export function mediaTypeOf(context: Context): string {
  return context.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? ''
}

export function isJsonType(type: string): boolean {
  return type === '' || JSON_TYPE.test(type)
}

function assertJson(context: Context): void {
  if (isJsonType(mediaTypeOf(context)) && isUncompressed(context)) return
  throw unsupportedMediaType(context, 'The body must be application/json, not compressed')
}

export function isUncompressed(context: Context): boolean {
  return ['', 'identity'].includes(context.get('Content-Encoding'))
}

/** The body's media type or coding is not one that is read here. */
export function unsupportedMediaType(context: Context, message: string): Failure {
  const details = {
    content_type: mediaTypeOf(context) || null,
    content_encoding: context.get('Content-Encoding') || null,
  }
  return new Failure('UNSUPPORTED_MEDIA_TYPE', message, { details })
}

async function readBytes(
  context: Context,
  source: AsyncIterable<Uint8Array>,
  limit: BodyLimit,
): Promise<Buffer> {
  const contentLength = Number(context.get('Content-Length'))
  if (contentLength > limit.limitBytes) throw tooLarge(context, limit)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    length += chunk.length
    if (length > limit.limitBytes) throw tooLarge(context, limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The rest of the body is not worth reading: the connection ends with the answer. */
function tooLarge(context: Context, { limitBytes, advice }: BodyLimit): Failure {
  context.set('Connection', 'close')
  return new Failure('PAYLOAD_TOO_LARGE', `The body may have at most ${limitBytes} bytes${advice}`, {
    details: { limit_bytes: limitBytes },
  })
}
