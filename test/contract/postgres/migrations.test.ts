import { expect } from 'chai'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type Migration, migrate } from '#stages/batch/adapters/postgres/connection/migrations.ts'
import { openPostgres, type Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { freshDatabase } from '#test/support/service/databases.ts'
import { sharedPostgres } from '#test/support/service/services.ts'

const first: Migration = {
  version: 1,
  oldestProgram: 1,
  statements: 'CREATE TABLE one (n int); INSERT INTO one VALUES (1)',
}
/** A program that knows version 1 works with it. */
const second: Migration = { version: 2, oldestProgram: 1, statements: 'ALTER TABLE one ADD COLUMN more int' }
/** None before does. */
const third: Migration = { version: 3, oldestProgram: 3, statements: 'ALTER TABLE one DROP COLUMN n' }

describe('the schema in PostgreSQL', () => {
  const server = sharedPostgres()
  const opened: Postgres[] = []
  let url: string

  function open(): Postgres {
    const log = { info() {}, warn() {} }
    const one = openPostgres({ url, connections: 2, metrics: noMetrics, log })
    opened.push(one)
    return one
  }

  beforeEach(async () => {
    url = await freshDatabase(server.env.POSTGRES_URL ?? '')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  const versions = () => open().query('SELECT * FROM schema_versions WHERE version > 0 ORDER BY version')

  it('is made by the part that starts first, and once by parts that start together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(open())))
    expect(await versions()).to.deep.equal([{ version: 1, oldest_program: 1 }])
    const [row] = await open().query(
      "SELECT count(*) AS tables FROM pg_tables WHERE tablename IN ('batches', 'items', 'site_pages')",
    )
    expect(row).to.deep.equal({ tables: 3 })
    await migrate(open())
  })

  it('is brought from the version that is there to the newest', async () => {
    await migrate(open(), [first])
    await migrate(open(), [first, second])
    expect(await versions()).to.deep.equal([
      { version: 1, oldest_program: 1 },
      { version: 2, oldest_program: 1 },
    ])
    expect(await open().query('SELECT * FROM one')).to.deep.equal([{ n: 1, more: null }])
  })

  it('of one version ahead lets the program before start, in a rolling update', async () => {
    await migrate(open(), [first, second])
    await migrate(open(), [first])
    expect((await versions()).length).to.equal(2)
  })

  it('of a later version refuses an older program, which says the versions', async () => {
    await migrate(open(), [first, second, third])
    const refused = String(await rejectionOf(migrate(open(), [first, second])))
    expect(refused).to.include('has version 3').and.to.include('know version 3').and.to.include('knows 2')
  })

  it('is left as it was when a step fails', async () => {
    await migrate(open(), [first])
    const wrong = { ...second, statements: `${second.statements}; SELECT 1 / 0` }
    expect(await rejectionOf(migrate(open(), [first, wrong]))).to.include({ code: '22012' }) // division by zero
    expect((await versions()).length).to.equal(1)
    await migrate(open(), [first, second])
  })
})
