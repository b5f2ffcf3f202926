import { hash } from 'node:crypto'
import type { Session } from '../connection/session.ts'

const HEX_DIGITS = 32

const FIND = `
  SELECT id, n::int FROM unnest($2::uuid[]) WITH ORDINALITY AS given (hash, n) JOIN parameters USING (hash) WHERE batch = $1`
const ADD = `
  WITH given AS (SELECT * FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS given (hash, json, n)),
    added AS (
      INSERT INTO parameters (batch, hash, json) SELECT $1, hash, json FROM given RETURNING id, hash
    )
  SELECT id, n::int FROM added JOIN given USING (hash)`

interface Found {
  readonly id: number
  readonly n: number
}

/**
 * Returns the numbers of parameter sets in a batch, by their JSON text. Each set is stored once. The caller holds the lock of the
 * batch.
 */
export async function parameterIds(
  session: Session,
  batch: number,
  jsons: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const learn = (asked: readonly string[], found: readonly Found[]) => {
    for (const { id, n } of found) ids.set(asked[n - 1] as string, id)
  }
  const all = [...jsons]
  learn(all, await session.query<Found>(FIND, [batch, all.map(hashOf)]))
  const missing = all.filter((json) => !ids.has(json))
  if (missing.length > 0)
    learn(missing, await session.query<Found>(ADD, [batch, missing.map(hashOf), missing]))
  return ids
}

function hashOf(json: string): string {
  return hash('sha256', json, 'hex').slice(0, HEX_DIGITS)
}
