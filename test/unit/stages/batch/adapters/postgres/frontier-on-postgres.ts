import { rmSync } from 'node:fs'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { hostKey } from '#shared/messages/topics.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { startCleanup } from '#stages/batch/adapters/postgres/cleanup/cleanup.ts'
import { migrate } from '#stages/batch/adapters/postgres/connection/migrations.ts'
import { openPostgres, type Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { postgresFrontier } from '#stages/batch/adapters/postgres/postgres-frontier.ts'
import { readResults } from '#stages/batch/adapters/postgres/results/read-results.ts'
import { startSegmentWork } from '#stages/batch/adapters/postgres/results/segment-work.ts'
import { postgresSiteStore } from '#stages/batch/adapters/postgres/site/postgres-site-store.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import type { FrontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import type { FrontierPart } from '#test/contract/frontier/processes/parts-fixture.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { quickFolder } from '../../quick-folder.ts'

/** Connections of a part: fewer than a part has, more than one. */
const CONNECTIONS = 4

/** A database and an object store, for any number of parts. */
export interface FrontierDatabase {
  /** Opens a part with connections of its own. */
  part(options: FrontierOptions): Promise<PartOnPostgres>
  /** Lets so many milliseconds pass: whatever time is stored is earlier by them. */
  pass(ms: number): Promise<void>
  /** The parts are closed before. */
  close(): Promise<void>
}

export interface PartOnPostgres extends FrontierPart {
  close(): Promise<void>
}

/** Empties a database, and makes the frontier's tables in it. */
export async function makeFrontierDatabase(url: string): Promise<FrontierDatabase> {
  const folder = quickFolder('objects')
  const objects = folderObjectStore({ folder, expireDays: {} })
  const open = () => openPostgres({ url, connections: CONNECTIONS, metrics: noMetrics, log: silentLog })
  const own = open()
  for (const statement of ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']) await own.query(statement)
  await migrate(own)
  return {
    async part(options) {
      const postgres = open()
      const notifier = makeNotifier()
      const all = { queueOf: hostKey, ...options, postgres, objects, notifier, logger: silentLog }
      const stops = [startSegmentWork(all), startCleanup(all)]
      return {
        frontier: postgresFrontier(all),
        sites: postgresSiteStore(postgres),
        readResults: (id, reading) => readResults(all, id, reading),
        async close() {
          await Promise.all(stops.map((stop) => stop()))
          await postgres.close()
        },
      }
    },
    pass: (ms) => makeEarlier(own, ms),
    async close() {
      await own.close()
      await objects.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const TIMES = `
  SELECT table_name AS name, string_agg(format('%1$I = %1$I - $1 * interval ''1 ms''', column_name), ', ') AS changes
  FROM information_schema.columns
  WHERE table_schema = current_schema() AND data_type = 'timestamp with time zone' GROUP BY table_name`

/** The database's clock cannot be moved; what it is compared with can. */
async function makeEarlier(postgres: Postgres, ms: number): Promise<void> {
  const tables = await postgres.query<{ name: string; changes: string }>(TIMES)
  for (const { name, changes } of tables) await postgres.query(`UPDATE "${name}" SET ${changes}`, [ms])
}
