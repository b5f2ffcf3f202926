import { makeSemaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import { type Connection, SERVICE, STATEMENT_SECONDS } from './connection.ts'
import { meaningOf } from './errors.ts'
import type { Servers } from './servers.ts'

/** A bounded number of connections that are used again. */
export interface Connections {
  /**
   * Lends a connection to the work, which leaves no transaction open; settles like the work. Rejects with
   * `SERVICE_UNAVAILABLE` when none is free for 1.5 s, or the database is away.
   */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  readonly inUse: number
  readonly waiting: number
  /** Lent connections end when they come back. */
  close(): void
}

const SLOT_MS = 1500

/** At most `size` connections. */
export function makeConnections(servers: Servers, size: number): Connections {
  const slots = makeSemaphore(size)
  const lender = makeLender(servers)
  let calls = 0
  let running = 0
  return {
    async use(work) {
      const impatience = new AbortController()
      const timer = setTimeout(() => impatience.abort(noneFree()), SLOT_MS)
      const begin = () => {
        clearTimeout(timer)
        running++
        return lender.lend(work).finally(() => running--)
      }
      calls++
      return slots.run(begin, impatience.signal).finally(() => {
        clearTimeout(timer)
        calls--
      })
    },
    get inUse() {
      return running
    },
    get waiting() {
      return calls - running
    },
    close: lender.close,
  }
}

function noneFree(): Error {
  return unavailable(SERVICE, new Error(`postgres: no connection became free within ${SLOT_MS} ms`))
}

interface Lender {
  lend<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): void
}

/** Keeps connections that nobody uses, and connects when there is none. */
function makeLender(servers: Servers): Lender {
  const used = new Set<Connection>()
  let idle: Connection[] = []
  let isClosed = false

  async function take(): Promise<Connection> {
    if (isClosed) throw unavailable(SERVICE, new Error('postgres: the connections are closed'))
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) if (!one.isLost) return one
    return servers.connect()
  }

  function giveBack(connection: Connection): void {
    used.delete(connection)
    if (isClosed) connection.end()
    else if (!connection.isLost) idle.push(connection)
  }

  function dropIdle(isOne: (connection: Connection) => boolean): void {
    for (const one of idle) if (isOne(one)) one.end()
    idle = idle.filter((one) => !one.isLost)
  }

  const endWatch = watchServers(used, (server, reason) => {
    dropIdle((one) => one.server === server)
    for (const one of used) if (one.server === server) one.break(`postgres does not answer: ${reason}`)
  })
  return {
    async lend(work) {
      const connection = await take()
      used.add(connection)
      try {
        return await work(connection)
      } catch (error) {
        if (meaningOf(error).isForAll) {
          connection.end()
          dropIdle((one) => one.server === connection.server)
        }
        throw error
      } finally {
        giveBack(connection)
      }
    },
    close() {
      isClosed = true
      endWatch()
      dropIdle(() => true)
    },
  }
}

/** How often is looked, and from when on a server that has not answered a statement is asked whether it still does. */
const WATCH_MS = 250
/** A look that comes so late says that this process was held up, and answers may lie unread. */
const HELD_UP_MS = 2 * WATCH_MS
/** A server that answers others has ended the statement by then, and its answer is lost on the way. */
const LOST_MS = STATEMENT_SECONDS * 1000 + 2000

/**
 * Watches connections in use: a server that hangs, or is cut off, keeps them and answers nothing. Calls `onSilent` with the
 * server (`host:port`) and the reason when it does not answer on a new connection either, while this process ran. Returns what
 * ends the watch.
 */
function watchServers(
  used: Iterable<Connection>,
  onSilent: (server: string, reason: string) => void,
): () => void {
  const asked = new Set<string>()
  let lookedAt = performance.now()
  let heldUpAt = 0

  async function ask(connection: Connection): Promise<void> {
    const { server } = connection
    if (asked.has(server)) return
    asked.add(server)
    const began = performance.now()
    const reason = await connection.probe()
    asked.delete(server)
    if (reason !== null && heldUpAt < began) onSilent(server, reason)
  }

  function look(): void {
    const now = performance.now()
    if (now - lookedAt > HELD_UP_MS) heldUpAt = now
    lookedAt = now
    const since = now - WATCH_MS
    for (const connection of used) if (isBusySince(connection, since)) check(connection, now)
  }

  function check(connection: Connection, now: number): void {
    const isLost = connection.isLimited && heldUpAt !== now && isBusySince(connection, now - LOST_MS)
    if (isLost) connection.break('postgres has not answered a statement')
    else void ask(connection)
  }

  const timer = setInterval(look, WATCH_MS).unref()
  return () => clearInterval(timer)
}

function isBusySince({ busySince }: Connection, time: number): boolean {
  return busySince !== null && busySince < time
}
