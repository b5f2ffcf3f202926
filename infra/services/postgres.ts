import { randomBytes } from 'node:crypto'
import { installPackages } from './command.ts'
import { programFolder, serverPrograms } from './postgres/programs.ts'
import { dataOf, runProgram, startServer } from './postgres/server.ts'
import { freshFolder } from './process.ts'
import { externalService, type Provisioned, provisioned, type RunningService } from './service.ts'

/** A server that follows another one. */
export interface RunningReplica extends RunningService {
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>
}

/** Role and database of the application. The role may make databases, so that test files do not meet, and read the log for replicas. */
const NAME = 'pageprobe'
const SUPERUSER = 'postgres'

/** Makes the programs of the server available; rejects with the reason when that fails. */
export async function preparePostgres(): Promise<void> {
  if (process.env.POSTGRES_TEST_URL || programFolder() !== null) return
  await installPackages(['postgresql'], 'the database of the tests')
}

/**
 * Provides a PostgreSQL for tests and sets POSTGRES_URL: the one that the variable POSTGRES_TEST_URL names, whose role
 * must be allowed to make databases, else an own empty one on loopback.
 */
export function providePostgres(): Promise<Provisioned> {
  const url = process.env.POSTGRES_TEST_URL
  return provisioned('no PostgreSQL', async () => {
    if (url) return externalService({ POSTGRES_URL: url }, Number(new URL(url).port || 5432))
    await preparePostgres()
    return startPostgres()
  })
}

/** Starts an empty server on loopback; `more` are settings of the server besides. */
export async function startPostgres(more: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const password = randomBytes(16).toString('hex')
  const folder = await freshFolder('postgres')
  await makeData(folder)
  const server = await startServer(folder, (port) => urlWith(password, port), more)
  await makeDatabase(folder, server.port, password)
  return server
}

/**
 * Starts a server that follows `primary` by streaming, from a copy of its data. Its POSTGRES_URL names the replica
 * alone. Writes that the primary has answered reach it a moment later (asynchronous replication), unless the primary's
 * `synchronous_standby_names` says otherwise.
 */
export async function startReplica(primary: RunningService): Promise<RunningReplica> {
  const programs = await serverPrograms()
  const folder = await freshFolder('postgres-replica')
  await programs.own(folder)
  const from = primary.env.POSTGRES_URL ?? ''
  const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await runProgram(programs, 'pg_basebackup', ['-d', from, ...options, '-D', dataOf(folder)], folder)
  const { password } = new URL(from)
  const server = await startServer(folder, (port) => urlWith(password, port))
  return {
    ...server,
    async promote() {
      await runProgram(programs, 'pg_ctl', ['promote', '-w', '-D', dataOf(folder)], folder)
    },
  }
}

function urlWith(password: string, port: number): Record<string, string> {
  return { POSTGRES_URL: `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}` }
}

/** Makes the data of a server, before its first start. Nobody but a user of this machine who may enter the folder is its superuser. */
async function makeData(folder: string): Promise<void> {
  const programs = await serverPrograms()
  await programs.own(folder)
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', `--username=${SUPERUSER}`]
  const options = ['--encoding=UTF8', '--locale=C', '--no-sync', ...auth]
  await runProgram(programs, 'initdb', [...options, '-D', dataOf(folder)], folder)
}

async function makeDatabase(folder: string, port: number, password: string): Promise<void> {
  const role = `CREATE ROLE ${NAME} LOGIN CREATEDB REPLICATION PASSWORD '${password}'`
  const server = ['-h', folder, '-p', String(port), '-U', SUPERUSER, '-d', 'postgres']
  const statements = ['-c', role, '-c', `CREATE DATABASE ${NAME} OWNER ${NAME}`]
  await runProgram(await serverPrograms(), 'psql', [...server, ...statements], folder)
}
