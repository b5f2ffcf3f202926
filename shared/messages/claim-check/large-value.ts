import type { ObjectStore } from '#shared/ports/object-store.ts'

/** File names are hashes of the content; producers may write any other text. */
const FILE = /\/([0-9a-f]{64}\.json)$/

/** Loads the text of an outcome that `dataref` refers to; null when it is not stored (any more). */
export async function loadLarge(objects: ObjectStore, dataref: string): Promise<string | null> {
  const [, file] = FILE.exec(dataref) ?? []
  const object = file === undefined ? null : await objects.get(`bodies/${file}`)
  return object?.body.toString('utf8') ?? null
}
