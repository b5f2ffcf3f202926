import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { RequestTarget } from './request-target.ts'
import { LimitReached } from './target-failures.ts'

/** The connections of one job to targets. */
export interface TargetConnections {
  /**
   * Opens a TCP connection to an address that the policy has judged. Rejects with `EgressRefused`, `Unresolvable`, the
   * socket's error, or `LimitReached` when there are as many connections as may be at a time.
   */
  connect(target: RequestTarget): Promise<Socket>
  /** Hands what the socket received since the last time to `onBytes`. */
  countBytes(socket: Socket): void
  /** Destroys all connections, and each that comes to stand later. */
  close(): void
}

export interface TargetConnectionsOptions {
  /** Judges and connects, see `guardedConnector`; asked for http only, so it gives bare TCP. */
  readonly connector: buildConnector.connector
  readonly maxConnections: number
  onBytes(bytes: number): void
}

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
