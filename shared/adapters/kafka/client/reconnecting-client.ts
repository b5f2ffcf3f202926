import { withTimeout } from './with-timeout.ts'

/** A connected client that is made when it is first needed, and made anew after it failed. */
export interface ReconnectingClient<Client> {
  /** Rejects when the work fails or takes longer than `limitMs`, connecting included; the client is dropped then. */
  use<T>(limitMs: number, work: (client: Client) => Promise<T>): Promise<T>
  /** For good: every `use` rejects from now on. */
  close(): Promise<void>
}

interface Connectable {
  connect(): Promise<void>
  disconnect(): Promise<void>
}

/**
 * Dropping the whole client on any failure is what brings it back fast: after a broker vanished without a word,
 * its old connections look alive for minutes.
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

/** In the background: it waits for the requests under way, and nobody needs the client any more. */
function disconnect(client: Connectable): void {
  client.disconnect().catch(() => {})
}
