import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { runCommand } from '#infra/services/command.ts'
import { serverPrograms } from '#infra/services/postgres/programs.ts'
import { preparePostgres, startPostgres } from '#infra/services/postgres.ts'
import { freshFolder } from '#infra/services/process.ts'
import type { RunningService } from '#infra/services/service.ts'
import { isUnavailable } from '#shared/errors.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { openPostgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { skipLoudly } from '#test/support/skips.ts'

describe('a database in PostgreSQL, encrypted', () => {
  let folder: string
  let server: RunningService
  let trusted: string
  let foreign: string

  before('start a server with a certificate', async function () {
    try {
      await preparePostgres()
      folder = await freshFolder('postgres-tls')
      for (const name of ['server', 'foreign']) await makeCertificate(join(folder, name))
      const [certificate, other] = await Promise.all(
        ['server', 'foreign'].map((name) => readFile(join(folder, `${name}.crt`))),
      )
      await (await serverPrograms()).own(folder)
      server = await startPostgres({
        ssl: 'on',
        ssl_cert_file: join(folder, 'server.crt'),
        ssl_key_file: join(folder, 'server.key'),
      })
      trusted = join(folder, 'trusted.pem')
      foreign = join(folder, 'other.pem')
      await writeFile(trusted, certificate as Buffer)
      await writeFile(foreign, other as Buffer)
    } catch (error) {
      skipLoudly(this, `no PostgreSQL with TLS: ${(error as Error).message}`)
    }
  })
  after(async () => {
    await server?.kill()
    await rm(folder, { recursive: true, force: true })
  })

  /** Whether the connection is encrypted; null when there is none. */
  async function isEncrypted(parameters: string): Promise<boolean | null> {
    const url = `${server.env.POSTGRES_URL}${parameters}`
    const database = openPostgres({ url, connections: 2, metrics: noMetrics, log: { info() {}, warn() {} } })
    try {
      const [row] = await database.query<{ ssl: boolean }>(
        'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      )
      return row?.ssl ?? null
    } catch (error) {
      if (isUnavailable(error)) return null
      throw error
    } finally {
      await database.close()
    }
  }

  it('is what sslmode says', async () => {
    expect(await isEncrypted('')).to.equal(false)
    expect(await isEncrypted('?sslmode=disable')).to.equal(false)
    expect(await isEncrypted('?sslmode=require')).to.equal(true)
  })

  it('trusts the authorities of sslrootcert alone', async () => {
    for (const mode of ['verify-ca', 'verify-full', 'require']) {
      expect(await isEncrypted(`?sslmode=${mode}&sslrootcert=${trusted}`), mode).to.equal(true)
      expect(await isEncrypted(`?sslmode=${mode}&sslrootcert=${foreign}`), mode).to.equal(null)
    }
    expect(await isEncrypted('?sslmode=verify-full')).to.equal(null)
  })
})

/** A certificate of 127.0.0.1 that is its own authority: `<path>.crt` and `<path>.key`. */
async function makeCertificate(path: string): Promise<void> {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', `${path}.key`, '-out', `${path}.crt`]
  await runCommand('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    ...files,
  ])
}
