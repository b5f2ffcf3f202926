import { type ClaimCheck, loadValue } from '#shared/messages/claim-check/claim-check.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Loads the body of a page into a buffer of its own. Rejects as `loadValue` does. */
export async function loadBody(
  objects: Pick<ObjectStore, 'get'>,
  { body }: Pick<PageFetched, 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  if ('base64' in body) return new Uint8Array(Buffer.from(body.base64, 'base64'))
  return loadValue(objects, body satisfies ClaimCheck, maxBytes)
}
