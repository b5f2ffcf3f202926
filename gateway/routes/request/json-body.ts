import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import { validationFailure } from '#shared/messages/events/inspection-requested.ts'
import { parseJson as jsonOf, MAX_DEPTH } from '#shared/messages/json.ts'

/** Maximum size of a request body, in bytes: `infra/docs/clients.md#limits`. */
const MAX_BODY_BYTES = 65_536
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/

export interface BodyLimit {
  readonly limitBytes: number
  /** Added to the error message of a larger body. */
  readonly advice: string
}

const defaultLimit: BodyLimit = { limitBytes: MAX_BODY_BYTES, advice: '' }

/**
 * Reads the JSON body of a request, also one without Content-Type. Throws `UNSUPPORTED_MEDIA_TYPE`,
 * `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with an empty path when it is not JSON or nested too deeply.
 */
export async function readJsonBody(context: Context, limit: BodyLimit = defaultLimit): Promise<unknown> {
  assertJson(context)
  return parseJsonBody(context, context.req, limit)
}

/** Reads JSON from `source`. Throws as `readJsonBody`. */
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

/** Media type of a request's body in lower case; '' without Content-Type. */
export function mediaTypeOf(context: Context): string {
  return context.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Whether a request has a body that is not empty, as far as its headers tell (RFC 9112, section 6.3). */
export function hasBody(context: Context): boolean {
  return context.get('Transfer-Encoding') !== '' || Number(context.get('Content-Length')) > 0
}

/** Whether a media type is JSON; a missing one counts as JSON. */
export function isJsonType(type: string): boolean {
  return type === '' || JSON_TYPE.test(type)
}

function assertJson(context: Context): void {
  if (isJsonType(mediaTypeOf(context)) && isUncompressed(context)) return
  throw unsupportedMediaType(context, 'The body must be application/json, not compressed')
}

/** Whether the body has no content coding. */
export function isUncompressed(context: Context): boolean {
  return ['', 'identity'].includes(context.get('Content-Encoding'))
}

/** The failure of a body whose media type or coding is not supported. */
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

/** Closes the connection with the answer, so that the rest of the body is not read. */
function tooLarge(context: Context, { limitBytes, advice }: BodyLimit): Failure {
  context.set('Connection', 'close')
  return new Failure('PAYLOAD_TOO_LARGE', `The body may have at most ${limitBytes} bytes${advice}`, {
    details: { limit_bytes: limitBytes },
  })
}
