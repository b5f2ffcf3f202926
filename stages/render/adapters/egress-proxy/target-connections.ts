import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { RequestTarget } from './request-target.ts'
import { LimitReached } from './traffic-accounting.ts'

/** The TCP connections of one job to targets. */
export type TargetConnections = ReturnType<typeof makeTargetConnections>

export interface TargetConnectionsOptions {
  /** Applies the egress policy and connects, see `guardedConnector`. It is called for http only, so it returns plain TCP sockets. */
  readonly connector: buildConnector.connector
  readonly maxConnections: number
  onBytes(bytes: number): void
}

/** Makes the connections of one job. `onBytes` receives byte counts. */
export function makeTargetConnections({ connector, maxConnections, onBytes }: TargetConnectionsOptions) {
  const countedBytes = new Map<Socket, number>()
  let pending = 0
  let isClosed = false

  /** Reports the bytes that the socket has received since the last call to `onBytes`. */
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
    /**
     * Connects to an address that the egress policy allows. Rejects with `EgressRefused`, with `Unresolvable`, with the error of the
     * socket, or with `LimitReached` when `maxConnections` are open.
     */
    async connect({ host, port }: RequestTarget): Promise<Socket> {
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
    /** Destroys all connections, including those that are still being opened. */
    close(): void {
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

/**
 * Makes agents of node:http for plain requests, whose sockets all come from `connections`. The one keeps connections for the next request to
 * the same host and port, for `idleMs` milliseconds at most; the other opens a new connection for each request.
 */
export function makeTargetAgents(connections: TargetConnections, idleMs: number) {
  const keepAliveAgent = connectThrough(connections, new Agent({ keepAlive: true, timeout: idleMs }))
  const singleUseAgent = connectThrough(connections, new Agent({ keepAlive: false }))
  return {
    keepAliveAgent,
    singleUseAgent,
    close(): void {
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
