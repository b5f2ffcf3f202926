import { type Carried, carried } from '#shared/messages/carried.ts'
import type { PageFetched } from '#shared/messages/page-fetched.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** The body of a page in memory of its own. Rejects as `carried` does. */
export async function bodyBytes(
  objects: Pick<ObjectStore, 'get'>,
  { body }: Pick<PageFetched, 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  if ('base64' in body) return new Uint8Array(Buffer.from(body.base64, 'base64'))
  return carried(objects, body satisfies Carried, maxBytes)
}
