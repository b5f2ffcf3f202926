import { expect } from 'chai'
import pg from 'pg'
import { preparePostgres, providePostgres, startPostgres, startReplica } from '#infra/services/postgres.ts'
import type { RunningService } from '#infra/services/service.ts'
import { eventually } from '#test/contract/eventually.ts'
import { skipLoudly } from '#test/support/skips.ts'

const URL_OF_TEST = 'postgres://user:secret@192.0.2.1:5499/database'

describe('providePostgres', () => {
  beforeEach(() => Object.assign(process.env, { POSTGRES_TEST_URL: URL_OF_TEST }))
  afterEach(() => {
    delete process.env.POSTGRES_TEST_URL
  })

  it('takes the service that the settings name, and installs and starts nothing', async () => {
    await preparePostgres()
    const provided = await providePostgres()
    if (provided.kind !== 'running') throw new Error(provided.reason)
    expect(provided.service.port).to.equal(5499)
    expect(provided.service.env).to.deep.equal({ POSTGRES_URL: URL_OF_TEST })
  })
})

describe('an own PostgreSQL', () => {
  let server: RunningService
  before('start it', async function () {
    await preparePostgres().catch((error) => skipLoudly(this, `no PostgreSQL: ${error.message}`))
    server = await startPostgres({ max_connections: '30' })
  })
  after(() => server?.kill())

  it('has a role that is no superuser and may make databases, and keeps what it has answered', async () => {
    const [role] = await run(
      server,
      'SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user',
    )
    expect(role).to.deep.equal({ rolsuper: false, rolcreatedb: true })
    expect(
      await run(server, "SELECT current_setting('fsync') AS f, current_setting('max_connections') AS m"),
    ).to.deep.equal([{ f: 'on', m: '30' }])
  })

  it('has its data again after SIGKILL, whatever its sessions did', async () => {
    await run(server, 'CREATE TABLE kept (x int)')
    await run(server, 'INSERT INTO kept VALUES (1)')
    const busy = run(server, 'SELECT pg_sleep(600)').catch((error: Error) => error.message)
    await eventually(async () => {
      const [row] = await run(
        server,
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'",
      )
      return row?.n === 1
    })
    await server.kill()
    expect(await busy).to.be.a('string')
    await server.start()
    expect(await run(server, 'SELECT x FROM kept')).to.deep.equal([{ x: 1 }])
  })

  it('answers nothing while it is suspended, and then goes on', async () => {
    await server.suspend()
    const answer = run(server, 'SELECT 1 AS one')
    server.resume()
    expect(await answer).to.deep.equal([{ one: 1 }])
  })

  it('has a replica that only reads until it is promoted', async () => {
    const replica = await startReplica(server)
    try {
      await run(server, 'CREATE TABLE copied (x int)')
      await eventually(async () => (await run(replica, 'SELECT x FROM copied')).length === 0)
      const refused = await run(replica, 'INSERT INTO copied VALUES (1)').catch((error) => error.code)
      expect(refused).to.equal('25006') // read_only_sql_transaction
      await server.kill()
      await replica.promote()
      expect(await run(replica, 'INSERT INTO copied VALUES (1) RETURNING x')).to.deep.equal([{ x: 1 }])
    } finally {
      await replica.kill()
      await server.start()
    }
  })
})

async function run(server: RunningService, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.env.POSTGRES_URL)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
