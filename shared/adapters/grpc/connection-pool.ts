import { LRUCache } from 'lru-cache'

export interface ConnectionPoolOptions<Connection> {
  /** Opens a connection to an address; it is closed once nothing is under way on it. */
  open(address: string): Connection
  /** Milliseconds after the last use of a connection until it is closed. */
  readonly idleMs: number
  /** Connections. For a further one, that which was not used for the longest time is closed. */
  readonly max: number
}

/** Makes a pool with one connection to each address that is in use. */
export function makeConnectionPool<Connection extends { close(): void }>({
  open,
  idleMs,
  max,
}: ConnectionPoolOptions<Connection>) {
  const connections = new LRUCache<string, Connection>({
    max,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (connection) => connection.close(),
  })
  return {
    to(address: string): Connection {
      const known = connections.get(address)
      if (known !== undefined) return known
      const opened = open(address)
      connections.set(address, opened)
      return opened
    },
    /** Closes all connections. */
    close(): void {
      connections.clear()
    },
  }
}
