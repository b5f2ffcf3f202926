import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { programFolder, serverPrograms } from '#infra/services/postgres/programs.ts'
import { preparePostgres } from '#infra/services/postgres.ts'
import { freePorts, freshFolder, startService } from '#infra/services/process.ts'
import type { RunningService } from '#infra/services/service.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { migrate } from '#stages/batch/adapters/postgres/connection/migrations.ts'
import { openPostgres, type Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { root } from '#test/support/sandbox.ts'
import { skipLoudly } from '#test/support/skips.ts'

const REFUSED = '42501' // insufficient_privilege

describe('the role that image/postgres.sh makes', () => {
  let server: RunningService
  let batch: Postgres
  before('start PostgreSQL as the image does', async function () {
    try {
      await preparePostgres()
      server = await startAsImage()
    } catch (error) {
      skipLoudly(this, `no PostgreSQL: ${(error as Error).message}`)
    }
    const url = `postgres://pageprobe:of-batch@127.0.0.1:${server.port}/pageprobe`
    batch = openPostgres({ url, connections: 2, metrics: noMetrics, log: { info() {}, warn() {} } })
  })
  after(async () => {
    await batch?.close()
    await server?.kill()
  })

  it('makes the tables of its database', async () => {
    await migrate(batch)
    expect(await batch.query('SELECT count(*) AS batches FROM batches')).to.deep.equal([{ batches: 0 }])
  })

  for (const statement of [
    'CREATE DATABASE other',
    'CREATE ROLE other',
    "ALTER ROLE postgres PASSWORD 'x'",
    "SELECT pg_read_file('PG_VERSION')",
    "COPY (SELECT 1) TO PROGRAM 'cat'",
    'ALTER SYSTEM SET fsync = off',
  ])
    it(`may not: ${statement}`, async () => {
      expect(await rejectionOf(batch.query(statement))).to.include({ code: REFUSED })
    })

  it('is the only one that may enter its database, beside the administrator', async () => {
    const admin = new pg.Client(`postgres://postgres:of-admin@127.0.0.1:${server.port}/postgres`)
    await admin.connect()
    await admin.query("CREATE ROLE stranger LOGIN PASSWORD 'x'")
    await admin.end()
    const stranger = new pg.Client(`postgres://stranger:x@127.0.0.1:${server.port}/pageprobe`)
    stranger.on('error', () => {})
    expect(await rejectionOf(stranger.connect())).to.include({ code: REFUSED })
  })
})

/** The fallback image's entry point, on an empty folder. */
async function startAsImage(): Promise<RunningService> {
  const [port = 0] = await freePorts(1)
  const folder = await freshFolder('postgres-image')
  const programs = await serverPrograms()
  await mkdir(join(folder, 'init'))
  await cp(join(root, 'infra/image/postgres.sh'), join(folder, 'init/role.sh'))
  await cp(join(root, 'infra/image/bases/postgres-run.sh'), join(folder, 'run.sh'))
  for (const name of ['init/role.sh', 'run.sh']) await chmod(join(folder, name), 0o755)
  await programs.own(folder)
  const [command = '', ...before] = programs.command('postgres').with(-1, join(folder, 'run.sh'))
  return startService({
    name: 'postgres-image',
    command,
    args: [...before, 'postgres', '-c', `unix_socket_directories=${folder}`],
    childEnv: {
      PATH: `${programFolder()}:${process.env.PATH}`,
      PGDATA: join(folder, 'data'),
      PGPORT: String(port),
      POSTGRES_PASSWORD: 'of-admin',
      POSTGRES_PASSWORD_BATCH: 'of-batch',
      POSTGRES_INITDB_ARGS: '--no-sync',
      INIT_FOLDER: join(folder, 'init'),
    },
    folder,
    port,
    env: {},
    ping: () => answers(port),
    startTimeoutMs: 60_000,
    stopSignal: 'SIGINT',
  })
}

async function answers(port: number): Promise<void> {
  const client = new pg.Client(`postgres://pageprobe:of-batch@127.0.0.1:${port}/pageprobe`)
  client.on('error', () => {})
  await client.connect()
  await client.end()
}
