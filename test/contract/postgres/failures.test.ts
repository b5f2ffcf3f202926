import { expect } from 'chai'
import { startReplica } from '#infra/services/postgres.ts'
import { isUnavailable } from '#shared/errors.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { openPostgres, type Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { reportHealth } from '#stages/batch/adapters/postgres/connection/report-health.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { ownPostgres } from '#test/support/service/services.ts'

const SLEEP = 'SELECT pg_sleep(600)'

describe('a database in PostgreSQL, when its server', () => {
  const own = ownPostgres()
  const log = { info() {}, warn() {} }
  let database: Postgres

  function open(url = own.env.POSTGRES_URL ?? ''): Postgres {
    return openPostgres({ url, connections: 3, metrics: noMetrics, log })
  }

  before(async () => {
    database = open()
    await database.query('CREATE TABLE kept (n bigint PRIMARY KEY)')
  })
  after(() => database?.close())

  const insert = (n: number, to = database) =>
    to.transaction((session) => session.query('INSERT INTO kept VALUES ($1)', [n]))
  const isKept = async (n: number, from = database) =>
    (await from.query('SELECT n FROM kept WHERE n = $1', [n])).length === 1
  const isAsked = () =>
    eventually(async () => {
      const asked = await database.query('SELECT pid FROM pg_stat_activity WHERE query = $1', [SLEEP])
      return asked.length === 1
    })

  it('is killed, refuses what is asked and what comes, and goes on with all that was answered', async () => {
    await insert(1)
    const asked = database.query(SLEEP)
    asked.catch(() => undefined)
    await isAsked()
    await own.service.kill()
    expect(isUnavailable(await rejectionOf(asked))).to.equal(true)
    for (let calls = 0; calls < 5; calls++) expect(isUnavailable(await rejectionOf(insert(2)))).to.equal(true)
    await own.service.start()
    await eventually(() => isKept(1))
    await insert(2)
  })

  it('is killed in a transaction, refuses it and leaves nothing of it', async () => {
    const broken = database.transaction(async (session) => {
      await session.query('INSERT INTO kept VALUES ($1)', [3])
      await own.service.kill()
      await session.query('INSERT INTO kept VALUES ($1)', [4])
    })
    expect(isUnavailable(await rejectionOf(broken))).to.equal(true)
    await own.service.start()
    await eventually(async () => !(await isKept(3)) && !(await isKept(4)))
  })

  it('hangs, refuses what is asked and what comes, and goes on', async () => {
    await database.query('SELECT 1')
    await own.service.suspend()
    const calls = [...Array(6)].map(() => rejectionOf(database.query('SELECT 1'), 10_000))
    for (const refused of await Promise.all(calls)) expect(isUnavailable(refused)).to.equal(true)
    own.service.resume()
    await eventually(() => isKept(1))
  })

  it('is away, says so to callers of a server, whatever waits in the pool', async () => {
    const reported: boolean[] = []
    const one = openPostgres({ url: own.env.POSTGRES_URL ?? '', connections: 1, metrics: noMetrics, log })
    const held = one.query('SELECT pg_sleep(2)').catch(() => undefined)
    const end = reportHealth(one, { setNeed: (_, isThere) => void reported.push(isThere) })
    await eventually(() => reported.at(-1) === true)
    await own.service.kill()
    await eventually(() => reported.at(-1) === false)
    await own.service.start()
    await eventually(() => reported.at(-1) === true)
    end()
    await held
    await one.close()
  })

  it('is slow, waits', async () => {
    expect(await database.query('SELECT 1 AS one FROM pg_sleep(3)')).to.deep.equal([{ one: 1 }])
  })

  it('stops, uses the one that has taken over, and knows the one that is a replica', async () => {
    const replica = await startReplica(own.service)
    const several = (first: number, second: number) =>
      open(
        (own.env.POSTGRES_URL ?? '').replace(
          `127.0.0.1:${own.service.port}`,
          `127.0.0.1:${first},127.0.0.1:${second}`,
        ),
      )
    const primaryFirst = several(own.service.port, replica.port)
    const replicaFirst = several(replica.port, own.service.port)
    try {
      await insert(10, primaryFirst)
      await insert(11, replicaFirst)
      await own.service.kill()
      for (const one of [primaryFirst, replicaFirst])
        expect(isUnavailable(await rejectionOf(insert(12, one)))).to.equal(true)
      await replica.promote()
      await eventually(async () => {
        await insert(13, primaryFirst)
        return true
      })
      await eventually(() => isKept(13, replicaFirst))
    } finally {
      await Promise.all([primaryFirst.close(), replicaFirst.close(), replica.kill()])
      await own.service.start()
    }
  })
})
