import { unavailable } from '#shared/errors.ts'
import { digest } from '../../../frontier/decisions/digest.ts'
import type { Session } from '../connection/session.ts'

/** Numbers of parameter sets within their batches. */
export interface ParameterNumbers {
  /** Throws for a set that was not asked for. */
  of(batch: number, json: string): number
  /**
   * To be called in the transaction that stores the numbers. Rejects with `SERVICE_UNAVAILABLE` when the sets are not there: a server
   * that took the place of another one may lack the last ones.
   */
  confirm(session: Session): Promise<void>
}

interface Known {
  readonly at: number
  readonly id: number
}

const FIND = `
  SELECT given.at, parameters.id FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS given (batch, hash, at)
  JOIN parameters ON parameters.batch = given.batch AND parameters.hash = given.hash`

const ADD = `
  INSERT INTO parameters (batch, hash, json) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS given (batch, hash, json)
  ORDER BY batch, hash ON CONFLICT DO NOTHING`

/**
 * Returns the numbers of parameter sets, which are JSON texts by the number of their batch, and adds those that are new. To be called outside of a transaction, as for texts of
 * sites: a set that is not used in the end goes with its batch.
 */
export async function numberParameters(
  session: Session,
  parameters: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<ParameterNumbers> {
  const given = [...parameters].flatMap(([batch, sets]) => [...sets].map((json) => ({ batch, json })))
  const batches = given.map(({ batch }) => batch)
  const hashes = given.map(({ json }) => digest(json))
  const find = async () => (given.length === 0 ? [] : session.query<Known>(FIND, [batches, hashes]))
  let found = await find()
  if (found.length < given.length) {
    await session.query(ADD, [batches, hashes, given.map(({ json }) => json)])
    found = await find()
  }
  const numbers = new Map([...parameters.keys()].map((batch) => [batch, new Map<string, number>()]))
  for (const { at, id } of found) {
    const one = given[at - 1]
    if (one !== undefined) numbers.get(one.batch)?.set(one.json, id)
  }
  return {
    of(batch, json) {
      const number = numbers.get(batch)?.get(json)
      if (number === undefined) throw new Error('the parameters were not numbered')
      return number
    },
    async confirm(session) {
      if (given.length === 0) return
      const stored = await session.query<Known>(FIND, [batches, hashes])
      const ids = new Map(stored.map(({ at, id }) => [at, id]))
      if (found.some(({ at, id }) => ids.get(at) !== id))
        throw unavailable('batches', new Error('parameters of a crawl are missing'))
    },
  }
}
