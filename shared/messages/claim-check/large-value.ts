import type { ObjectStore } from '#shared/ports/object-store.ts'

/** Names are hashes of contents; whoever writes to the log may write any other. */
const FILE = /\/([0-9a-f]{64}\.json)$/

/** The text of a value that was too large to travel, as `dataref` names it; null when none is stored (any more). */
export async function loadLarge(objects: ObjectStore, dataref: string): Promise<string | null> {
  const [, file] = FILE.exec(dataref) ?? []
  const object = file === undefined ? null : await objects.get(`bodies/${file}`)
  return object?.body.toString('utf8') ?? null
}
