import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import { invalid } from '#shared/messages/inspection-requested.ts'

/** The largest request body that is read, in bytes (decisions section 1). */
const BODY_LIMIT = 65_536
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/

/**
 * A request's JSON body; a body without Content-Type is read as JSON. Throws `UNSUPPORTED_MEDIA_TYPE`,
 * `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with an empty path when it is no JSON.
 */
export async function readBody(context: Context): Promise<unknown> {
  assertJson(context)
  const text = (await bytesOf(context)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([
      {
        code: 'custom',
        expected: 'JSON',
        received: text.slice(0, 100),
        path: [],
        message: 'The body must be JSON',
      },
    ])
  }
}

function assertJson(context: Context): void {
  const type = context.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? ''
  const coding = context.get('Content-Encoding')
  if ((type === '' || JSON_TYPE.test(type)) && (coding === '' || coding === 'identity')) return
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json, not compressed', {
    details: { content_type: type || null, content_encoding: coding || null },
  })
}

async function bytesOf(context: Context): Promise<Buffer> {
  const announced = Number(context.get('Content-Length'))
  if (announced > BODY_LIMIT) throw tooLarge(context)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of context.req) {
    length += (chunk as Buffer).length
    if (length > BODY_LIMIT) throw tooLarge(context)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** The rest of the body is not worth reading: the connection ends with the answer. */
function tooLarge(context: Context): Failure {
  context.set('Connection', 'close')
  return new Failure('PAYLOAD_TOO_LARGE', `The body may have at most ${BODY_LIMIT} bytes`, {
    details: { limit_bytes: BODY_LIMIT },
  })
}
