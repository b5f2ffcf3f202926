import type { Connection } from './connection.ts'

/** How often is looked, and from when on a server that has not answered a statement is asked whether it still does. */
const WATCH_MS = 250

/**
 * Watches connections in use: a server that hangs, or is cut off, keeps them and answers nothing. Calls `onSilent` with the
 * server (`host:port`) and the reason when it does not answer on a new connection either. Returns what ends the watch.
 */
export function watchServers(
  used: Iterable<Connection>,
  onSilent: (server: string, reason: string) => void,
): () => void {
  const asked = new Set<string>()

  async function ask(connection: Connection): Promise<void> {
    const { server } = connection
    if (asked.has(server)) return
    asked.add(server)
    const reason = await connection.probe()
    asked.delete(server)
    if (reason !== null) onSilent(server, reason)
  }

  function look(): void {
    const since = performance.now() - WATCH_MS
    for (const connection of used) {
      if (connection.busySince !== null && connection.busySince < since) void ask(connection)
    }
  }

  const timer = setInterval(look, WATCH_MS).unref()
  return () => clearInterval(timer)
}
