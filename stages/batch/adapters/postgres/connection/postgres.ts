import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import type { AdapterLog } from '#shared/log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type Connection, SERVICE } from './connection.ts'
import { type Connections, makeConnections } from './connections.ts'
import { meaningOf } from './errors.ts'
import { makeServers } from './servers.ts'
import { columnsOf } from './values.ts'

/**
 * Runs one statement at a time, in a transaction or not. `int8` arrives as a number, `bytea` as a Buffer, `timestamptz` as a
 * Date, `json` as text.
 */
export interface Session {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Runs a statement that takes an array for each of these columns. Without rows it is not run. */
export async function queryRows<Row extends object, Result extends object>(
  session: Session,
  text: string,
  rows: readonly Row[],
  ...columns: readonly (keyof Row)[]
): Promise<Result[]> {
  return rows.length === 0 ? [] : session.query<Result>(text, columnsOf(rows, ...columns))
}

interface TransactionOptions {
  /** A crash of the server may lose the transaction after its end (`synchronous_commit = off`). Default: it does not. */
  readonly isRelaxed?: boolean
  /** Its statements may take as long as they need. Default: 30 s each. */
  readonly isUnlimited?: boolean
}

/**
 * A database. Methods reject with `SERVICE_UNAVAILABLE` while it cannot be reached, is read-only, or its disk is full. A
 * transaction whose commit was not answered may have been committed: work is written so that it may run again.
 */
export interface Postgres extends Session {
  /** Runs work in one transaction (READ COMMITTED). Deadlocks and serialisation failures run it again. */
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

export interface PostgresOptions {
  /** See `postgresAddress`. */
  readonly url: string
  /** Most connections at a time, besides one for pings. */
  readonly connections: number
  readonly metrics: Metrics
  readonly log: AdapterLog
}

/** How often work is done that deadlocks, or that a session turns out not to know the statements of. */
const MOST_TRIES = 5
/** At most; who deadlocked with each other begin again at different times. */
const PAUSE_MS = 30
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const RELAXED = `${BEGIN}; SET LOCAL synchronous_commit TO off`
const UNLIMITED = `${BEGIN}; SET LOCAL statement_timeout TO 0`

/** A database that can be asked whether it answers, however many statements wait. */
export interface OpenPostgres extends Postgres {
  /** Rejects with `SERVICE_UNAVAILABLE` while it does not answer. */
  ping(): Promise<void>
}

/** Opens the database. Connects when it is first used. */
export function openPostgres({ url, connections: size, metrics, log }: PostgresOptions): OpenPostgres {
  let isPreparing = true
  const servers = makeServers({ url, isPreparing: () => isPreparing, log })
  const connections = makeConnections(servers, size)
  const pings = makeConnections(servers, 1)
  const timed = databaseMetrics(metrics, connections)

  /** Behind a pooler that gives each transaction another session, prepared statements may be unknown: then none is prepared. */
  function stopPreparing(): void {
    if (isPreparing)
      log.warn({}, 'The pooler before the database knows no prepared statements: each is parsed anew')
    isPreparing = false
  }

  /** Returns when the work is worth another try; throws what the caller gets otherwise. */
  function checkWorthAgain(error: unknown, tries: number): void {
    const { isWorthAgain, isUnavailable, isStatementUnknown } = meaningOf(error)
    if (isStatementUnknown) stopPreparing()
    if (isUnavailable || (isWorthAgain && tries === MOST_TRIES)) throw unavailable(SERVICE, error)
    if (!isWorthAgain) throw error
  }

  async function again<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await connections.use(work)
      } catch (error) {
        checkWorthAgain(error, tries)
        await delay(Math.random() * PAUSE_MS)
      }
    }
  }

  return {
    query: (text, values) =>
      timed('statement', () => again(async (connection) => (await connection.run(text, values)).rows)),
    transaction: (work, options) =>
      timed('transaction', () => again((connection) => inTransaction(connection, work, options))),
    async ping() {
      await pings.use((connection) => connection.run('SELECT 1')).catch(throwUnavailable)
    },
    async close() {
      connections.close()
      pings.close()
    },
  }
}

function throwUnavailable(error: unknown): never {
  throw isUnavailable(error) ? error : unavailable(SERVICE, error)
}

async function inTransaction<T>(
  connection: Connection,
  work: (session: Session) => Promise<T>,
  { isRelaxed = false, isUnlimited = false }: TransactionOptions = {},
): Promise<T> {
  await connection.run(isUnlimited ? UNLIMITED : isRelaxed ? RELAXED : BEGIN)
  connection.isLimited = !isUnlimited
  const { session, end } = sessionOf(connection)
  try {
    const result = await work(session)
    end()
    const { command } = await connection.run('COMMIT')
    if (command === 'COMMIT') return result
  } catch (error) {
    end()
    await connection.run('ROLLBACK').catch((failure) => connection.break(String(failure)))
    throw error
  } finally {
    connection.isLimited = true
  }
  throw new Error('The transaction was rolled back: a statement in it had failed')
}

/** A session that refuses statements after its end: they would be outside of the transaction. */
function sessionOf(connection: Connection): { session: Session; end(): void } {
  let isOver = false
  const session: Session = {
    async query(text, values) {
      if (isOver) throw new Error('The transaction of this statement has ended')
      return (await connection.run(text, values)).rows
    },
  }
  return {
    session,
    end() {
      isOver = true
    },
  }
}

type Kind = 'statement' | 'transaction'

/** Observes how long the database takes, until the work settles, with the wait for a connection. */
type Timed = <T>(kind: Kind, work: () => Promise<T>) => Promise<T>

/** Registers the metrics of a database and its connections. */
export function databaseMetrics(metrics: Metrics, connections: Connections): Timed {
  const seconds = metrics.histogram({
    name: 'pageprobe_batch_database_seconds',
    help: 'time of a statement or transaction in the database of batches, with the wait for a connection',
    labels: { kind: ['statement', 'transaction'], outcome: ['done', 'unavailable', 'failed'] },
  })
  const inPool = metrics.gauge({
    name: 'pageprobe_batch_database_connections',
    help: 'connections to the database of batches: statements and transactions that use one, and that wait for one',
    labels: { state: ['in_use', 'waiting'] },
  })
  inPool.watch({ state: 'in_use' }, () => connections.inUse)
  inPool.watch({ state: 'waiting' }, () => connections.waiting)
  return async (kind, work) => {
    const begin = performance.now()
    const observe = (outcome: 'done' | 'unavailable' | 'failed') =>
      seconds.observe({ kind, outcome }, (performance.now() - begin) / 1000)
    try {
      const result = await work()
      observe('done')
      return result
    } catch (error) {
      observe(isUnavailable(error) ? 'unavailable' : 'failed')
      throw error
    }
  }
}
