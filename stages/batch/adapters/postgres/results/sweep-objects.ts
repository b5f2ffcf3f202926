import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { Postgres } from '../connection/session.ts'

export interface SweeperOptions {
  readonly postgres: Postgres
  readonly objects: Pick<ObjectStore, 'remove'>
}

/** Objects that one step removes, all at the same time. */
const AT_ONCE = 16

/** From then on nobody names the object: who stored it finds its name marked. */
const MARK =
  "UPDATE unnamed_objects SET made_at = '-infinity' WHERE made_at > '-infinity' AND made_at < now() - interval '1 hour'"
const TAKE = `
  SELECT object FROM unnamed_objects WHERE made_at = '-infinity' LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`

/**
 * One step of removing objects that no segment names: of processes that ended before they named them, and of batches that were removed,
 * whose names have the time `-infinity`. Resolves with whether there may be more. Rejects with `SERVICE_UNAVAILABLE` while PostgreSQL
 * or the object store is away; the names stay then.
 */
export async function sweepObjects({ postgres, objects }: SweeperOptions): Promise<boolean> {
  await postgres.query(MARK)
  return postgres.transaction(async (session) => {
    const names = (await session.query<{ object: string }>(TAKE)).map(({ object }) => object)
    if (names.length === 0) return false
    await Promise.all(names.map((name) => objects.remove(name)))
    await session.query('DELETE FROM unnamed_objects WHERE object = ANY ($1::text[])', [names])
    return names.length === AT_ONCE
  })
}
