import { hash } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { unavailable } from '#shared/errors.ts'
import { stateOf } from './errors.ts'
import { sentValues, types } from './values.ts'

/** The dependency as callers and `/readyz` know it. */
export const SERVICE = 'batches'

/** A connection to a server, for one statement after another. */
export interface Connection {
  /** `host:port` */
  readonly server: string
  /** Rejects with the error of the server (`pg.DatabaseError`), or `SERVICE_UNAVAILABLE` when the connection is lost. */
  run(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>
  /** Since when (`performance.now()`) the server has been asked without an answer; null when nothing is asked. */
  readonly busySince: number | null
  readonly isLost: boolean
  /** Whether the server ends statements after `STATEMENT_SECONDS`. */
  isLimited: boolean
  /** Takes leave of the server; resolves at once. */
  end(): void
  /** Breaks the connection: what it is asked rejects. */
  break(reason: string): void
  /** Asks its server, on a connection of its own, whether it answers; resolves with the reason when it does not. */
  probe(): Promise<string | null>
}

export interface ConnectOptions {
  readonly url: string
  /** See `Connection`. */
  readonly server: string
  readonly timeoutMs: number
  /** Whether statements with values are prepared once a connection, by a name. */
  readonly isPreparing: () => boolean
}

/** Longest time of a statement: the server ends it then. */
export const STATEMENT_SECONDS = 30
/**
 * Of a session: the planner always prefers an index (plans must not depend on statistics of tables that are empty at first
 * and then grow by thousands of rows a second), and a client that hangs loses its locks soon.
 */
const SESSION = `SET enable_seqscan = off; SET statement_timeout = '${STATEMENT_SECONDS}s'; SET idle_in_transaction_session_timeout = '10s'`
const WRITABLE = "SELECT current_setting('transaction_read_only') = 'off' AS \"isWritable\""
/** Texts that are prepared, in a process. They are constants of the program; what would be more is a mistake, and not prepared. */
const MOST_NAMES = 500
const NAME_LENGTH = 24
const KEEP_ALIVE_MS = 10_000
/** A busy server may take a second to let somebody in; callers wait two. */
const PROBE_MS = 1200

/** Connects to a server that accepts writes; rejects with the reason. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const connection = await dial(options)
  try {
    await connection.run(SESSION)
    const { rows } = await connection.run(WRITABLE)
    if (!rows[0]?.isWritable) throw new Error('the server is read-only')
    return connection
  } catch (error) {
    connection.end()
    throw error
  }
}

/** Connects to any server that lets this user in, a replica too. */
async function dial(options: ConnectOptions): Promise<Connection> {
  const { url, server, timeoutMs, isPreparing } = options
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: withLibpqModes(url),
    stream: () => socket,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'pageprobe',
    types,
  })
  let isLost = false
  let busySince: number | null = null
  const markLost = () => {
    isLost = true
  }
  client.on('error', markLost).on('end', markLost)
  await client.connect()
  return {
    server,
    isLimited: true,
    async run(text, values) {
      busySince = performance.now()
      try {
        return await client.query(queryOf(text, values, isPreparing()))
      } catch (error) {
        throw isLost && !(error instanceof pg.DatabaseError) ? unavailable(SERVICE, error) : error
      } finally {
        busySince = null
      }
    },
    get busySince() {
      return busySince
    },
    get isLost() {
      return isLost
    },
    end() {
      isLost = true
      client.end().catch(() => undefined)
    },
    break(reason) {
      isLost = true
      socket.destroy(new Error(reason))
    },
    probe: () => reasonOfSilence(options),
  }
}

/** `sslmode` means what it means to PostgreSQL's own programs: `require` encrypts, and only `verify-…` look at certificates. */
function withLibpqModes(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`
}

/** Why the server does not answer; null when it does. One that refuses does. */
async function reasonOfSilence(options: ConnectOptions): Promise<string | null> {
  try {
    const connection = await dial({ ...options, timeoutMs: PROBE_MS })
    connection.end()
    return null
  } catch (error) {
    return stateOf(error) === null ? (error as Error).message : null
  }
}

/** Without values a text may hold several statements, and is sent as it is. */
function queryOf(
  text: string,
  values: readonly unknown[] | undefined,
  isPrepared: boolean,
): pg.QueryConfig | string {
  if (values === undefined) return text
  const query = { text, values: sentValues(values) }
  const name = isPrepared ? nameOf(text) : null
  return name === null ? query : { ...query, name }
}

const names = new Map<string, string>()

/** The same for the same text in every process: sessions behind a pooler may be shared. */
function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined || names.size === MOST_NAMES) return known ?? null
  const name = hash('sha256', text).slice(0, NAME_LENGTH)
  names.set(text, name)
  return name
}
