import { type Connection, STATEMENT_SECONDS } from './connection.ts'

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
export function watchServers(
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
