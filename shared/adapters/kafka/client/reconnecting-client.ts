import { withTimeout } from '#shared/async/timeout.ts'

/** A client that connects at its first use, and is replaced by a new one after a failure. */
export interface ReconnectingClient<Client> {
  /**
   * Runs `work` with a connected client. Rejects if connecting or `work` fails, or if both take longer than
   * `limitMs`; the client is then discarded.
   */
  use<T>(limitMs: number, work: (client: Client) => Promise<T>): Promise<T>
  /** Disconnects; every later `use` rejects. */
  close(): Promise<void>
}

interface Connectable {
  connect(): Promise<void>
  disconnect(): Promise<void>
}

/**
 * Discards the whole client after any failure. This is the fastest recovery: after a broker has vanished
 * without closing its connections, they look alive for minutes.
 */
export function reconnectingClient<Client extends Connectable>(
  make: () => Client,
): ReconnectingClient<Client> {
  let current: Promise<Client> | null = null
  let isClosed = false

  async function connected(): Promise<Client> {
    const client = make()
    try {
      await client.connect()
    } catch (error) {
      disconnect(client)
      throw error
    }
    return client
  }

  return {
    async use(limitMs, work) {
      if (isClosed) throw new Error('The client was closed')
      current ??= connected()
      const client = current
      try {
        return await withTimeout(limitMs, client.then(work))
      } catch (error) {
        if (current === client) current = null
        client.then(disconnect, () => {})
        throw error
      }
    },
    async close() {
      isClosed = true
      const client = current
      current = null
      await client?.then((open) => open.disconnect()).catch(() => {})
    },
  }
}

/**
 * Disconnects in the background: disconnecting waits for the pending requests, and nobody uses the client any
 * more.
 */
function disconnect(client: Connectable): void {
  client.disconnect().catch(() => {})
}
