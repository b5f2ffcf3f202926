import { dropWaiting, setState } from '../../frontier/decisions/batch-counts.ts'
import type { Frontier } from '../../frontier/frontier.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import { DISPATCHABLE } from '../../notifier.ts'
import { batchOf, findBatch, makeChange, openBatches } from './batches/batch-rows.ts'
import { takeUnusedShares } from './batches/quota-shares.ts'
import { listBatches, readStatus } from './batches/summaries.ts'
import type { Postgres, Session } from './connection/postgres.ts'
import { dispatchMethods } from './dispatch/dispatch.ts'
import { makePostgresEndings } from './endings/complete.ts'
import { deferRequests } from './intake/defer-requests.ts'
import { submissionMethods } from './intake/submissions.ts'

export interface PostgresFrontierOptions
  extends Pick<FrontierOptions, 'discover' | 'window' | 'leaseMs' | 'perHost' | 'queueOf' | 'notifier'> {
  /** The caller closes it. */
  readonly postgres: Postgres
}

/** Makes the frontier of one of any number of processes on a database. */
export function postgresFrontier(options: PostgresFrontierOptions): Frontier {
  const { postgres, notifier } = options
  const change = makeChange(options)
  const complete = makePostgresEndings(options)
  return {
    ...submissionMethods(options),
    ...dispatchMethods(options),
    openBatches: () => openBatches(postgres),
    async batch(id) {
      const row = await findBatch(postgres, id)
      return row && batchOf(row)
    },
    takeUnusedQuotas: () => takeUnusedShares(postgres),
    status: (id, hosts) => readStatus(postgres, id, hosts),
    list: (listing) => listBatches(postgres, listing),
    async setState(id, state) {
      await change(id, async (_session, row) => setState(row, state, dropWaiting))
      return readStatus(postgres, id)
    },
    async defer(records) {
      await deferRequests(options, records)
      notifier.notify(DISPATCHABLE)
    },
    async complete(endings) {
      const { changed, ended } = await complete(endings)
      for (const subject of [...changed, DISPATCHABLE]) notifier.notify(subject)
      return ended
    },
  }
}

const INSERT = 'INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING'
const FIND = 'SELECT value FROM secrets WHERE name = $1'

/** Returns the secret that all processes share by this name: `made` where there is none yet. */
export async function storedSecret(session: Session, name: string, made: string): Promise<string> {
  await session.query(INSERT, [name, made])
  const [found] = await session.query<{ value: string }>(FIND, [name])
  return found?.value ?? made
}
