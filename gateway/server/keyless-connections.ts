import type { Socket } from 'node:net'
import { clientNetwork } from '../access/client-address.ts'

/** By connection: takes it out of the count. */
const releases = new WeakMap<Socket, () => void>()

/** Notes that a valid key was sent on the connection: it no longer counts as a connection without a key. */
export function markAuthenticated(socket: Socket): void {
  releases.get(socket)?.()
}

/** Makes a listener of connections that destroys those beyond `limit` of one client on which no valid key was sent. */
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
