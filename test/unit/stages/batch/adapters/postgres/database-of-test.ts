import { noMetrics } from '#shared/telemetry/metrics.ts'
import { migrate } from '#stages/batch/adapters/postgres/connection/migrations.ts'
import { openPostgres, type Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { sharedPostgres } from '#test/support/service/services.ts'
import { silentLog } from '#test/support/silent-log.ts'

/** A database with the frontier's tables. */
export interface TestDatabase extends Postgres {
  readonly url: string
}

const CONNECTIONS = 4

/** A database for the tests of a suite, with empty tables for each test. */
export function databaseOfEachTest(): TestDatabase {
  const service = sharedPostgres()
  const url = () => service.env.POSTGRES_URL ?? ''
  let postgres: Postgres
  before(() => {
    postgres = openPostgres({ url: url(), connections: CONNECTIONS, metrics: noMetrics, log: silentLog })
  })
  beforeEach(async () => {
    for (const statement of ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public'])
      await postgres.query(statement)
    await migrate(postgres)
  })
  after(() => postgres?.close())
  return {
    get url() {
      return url()
    },
    query: (text, values) => postgres.query(text, values),
    transaction: (work, options) => postgres.transaction(work, options),
    close: async () => undefined,
  }
}
