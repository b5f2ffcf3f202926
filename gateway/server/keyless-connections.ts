import type { Socket } from 'node:net'
import { clientNetwork } from '../access/client-address.ts'

/** What each connection does once it counts no more. */
const releases = new WeakMap<Socket, () => void>()

/** A valid key was sent on the connection: it does not count as one without a key any more. */
export function markAuthenticated(socket: Socket): void {
  releases.get(socket)?.()
}

/** Closes the connections of a client that has `most` on which no valid key was sent so far. */
export function limitKeylessConnections(limit: number): (socket: Socket) => void {
  const byClient = new Map<string, number>()

  function change(client: string, by: number): number {
    const count = (byClient.get(client) ?? 0) + by
    if (count === 0) byClient.delete(client)
    else byClient.set(client, count)
    return count
  }

  return (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '') ?? 'unknown'
    const release = () => {
      if (releases.delete(socket)) change(client, -1)
    }
    releases.set(socket, release)
    socket.once('close', release)
    if (change(client, 1) > limit) socket.destroy()
  }
}
