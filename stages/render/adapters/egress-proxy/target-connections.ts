import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { RequestTarget } from './request-target.ts'
import { LimitReached } from './traffic-accounting.ts'

/** The TCP connections of one job to targets. */
export interface TargetConnections {
  /**
   * Connects to an address that the egress policy allows. Rejects with `EgressRefused`, with `Unresolvable`, with the error of the
   * socket, or with `LimitReached` when `maxConnections` are open.
   */
  connect(target: RequestTarget): Promise<Socket>
  /** Reports the bytes that the socket has received since the last call to `onBytes`. */
  countBytes(socket: Socket): void
  /** Destroys all connections, including those that are still being opened. */
  close(): void
}

export interface TargetConnectionsOptions {
  /** Applies the egress policy and connects, see `guardedConnector`. It is called for http only, so it returns plain TCP sockets. */
  readonly connector: buildConnector.connector
  readonly maxConnections: number
  onBytes(bytes: number): void
}

/** Makes the connections of one job. `connect` rejects as the interface says; `onBytes` receives byte counts. */
export function makeTargetConnections({
  connector,
  maxConnections,
  onBytes,
}: TargetConnectionsOptions): TargetConnections {
  const countedBytes = new Map<Socket, number>()
  let pending = 0
  let isClosed = false

  function countBytes(socket: Socket): void {
    const counted = countedBytes.get(socket)
    if (counted === undefined) return
    countedBytes.set(socket, socket.bytesRead)
    onBytes(socket.bytesRead - counted)
  }

  function track(socket: Socket): void {
    countedBytes.set(socket, 0)
    socket.once('close', () => {
      countBytes(socket)
      countedBytes.delete(socket)
    })
    if (isClosed) socket.destroy()
  }

  return {
    countBytes,
    async connect({ host, port }) {
      if (countedBytes.size + pending >= maxConnections) throw new LimitReached('connections')
      pending += 1
      try {
        const socket = await openSocket(connector, host, port)
        track(socket)
        return socket
      } finally {
        pending -= 1
      }
    },
    close() {
      isClosed = true
      for (const socket of countedBytes.keys()) socket.destroy()
    },
  }
}

function openSocket(connector: buildConnector.connector, hostname: string, port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connector({ hostname, port: String(port), protocol: 'http:' }, (...[error, socket]) => {
    if (error) reject(error)
    else resolve(socket)
  })
  return promise
}

/** Agents of node:http for plain requests, whose sockets all come from `TargetConnections`. */
export interface TargetAgents {
  /** Keeps connections for the next request to the same host and port, for `idleMs` at most. */
  readonly keepAliveAgent: Agent
  /** Opens a new connection for each request. */
  readonly singleUseAgent: Agent
  close(): void
}

/** Makes agents for node:http. Persistent connections are closed after `idleMs` milliseconds without use. */
export function makeTargetAgents(connections: TargetConnections, idleMs: number): TargetAgents {
  const keepAliveAgent = connectThrough(connections, new Agent({ keepAlive: true, timeout: idleMs }))
  const singleUseAgent = connectThrough(connections, new Agent({ keepAlive: false }))
  return {
    keepAliveAgent,
    singleUseAgent,
    close() {
      keepAliveAgent.destroy()
      singleUseAgent.destroy()
    },
  }
}

function connectThrough(connections: TargetConnections, agent: Agent): Agent {
  agent.createConnection = ({ host, port }, callback) => {
    connections.connect({ host: String(host), port: Number(port) }).then(
      (socket) => callback?.(null, socket),
      // Node ignores the second argument of a call with an error.
      (error: Error) => callback?.(error, null as never),
    )
    return undefined
  }
  return agent
}
