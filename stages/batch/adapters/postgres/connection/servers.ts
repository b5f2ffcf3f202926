import { unavailable } from '#shared/errors.ts'
import type { AdapterLog } from '#shared/log.ts'
import { postgresAddress } from '#shared/postgres-address.ts'
import { type Connection, connect, SERVICE } from './connection.ts'

/** The servers of a database, of which one accepts writes. */
export interface Servers {
  /** Connects to the one that accepts writes. Rejects with `SERVICE_UNAVAILABLE`; at once, shortly after a try that failed. */
  connect(): Promise<Connection>
}

export interface ServersOptions {
  /** See `postgresAddress`. */
  readonly url: string
  readonly isPreparing: () => boolean
  readonly log: AdapterLog
}

/** For all servers together, one after the other: callers are answered within 2 s. */
const CONNECT_MS = 1500
/** Calls that wait together for a connection do not try one after the other. */
const SAME_FAILURE_MS = 200

/** The servers of one URL. */
export function makeServers(options: ServersOptions): Servers {
  const { urls, names } = postgresAddress(options.url)
  const timeoutMs = CONNECT_MS / urls.length
  const { isPreparing, log } = options
  let current = 0
  let failure: { readonly error: unknown; readonly at: number } | null = null

  /** Begins with the server that was the right one before. */
  async function connectToAny(): Promise<Connection> {
    const first = current
    const reasons: string[] = []
    for (let tries = 0; tries < urls.length; tries++) {
      const at = (first + tries) % urls.length
      const server = { url: urls[at] ?? '', server: names[at] ?? '' }
      try {
        const connection = await connect({ ...server, timeoutMs, isPreparing })
        current = at
        return connection
      } catch (error) {
        reasons.push(`${server.server}: ${(error as Error).message}`)
      }
    }
    throw unavailable(SERVICE, new Error(`postgres: ${reasons.join('; ')}`))
  }

  return {
    async connect() {
      if (failure !== null && performance.now() - failure.at < SAME_FAILURE_MS) throw failure.error
      try {
        const connection = await connectToAny()
        if (failure !== null) log.info({ server: names[current] }, 'The database answers again')
        failure = null
        return connection
      } catch (error) {
        if (failure === null) log.warn({ err: (error as Error).cause }, 'The database is away')
        failure = { error, at: performance.now() }
        throw error
      }
    },
  }
}
