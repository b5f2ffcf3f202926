import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'

/** What each connection does once it counts no more. */
const counted = new WeakMap<Socket, () => void>()

/** A valid key was sent on the connection: it does not count as one without a key any more. */
export function hasKey(socket: Socket): void {
  counted.get(socket)?.()
}

/** Closes the connections of a client that has `most` on which no valid key was sent so far. */
export function boundKeyless(most: number): (socket: Socket) => void {
  const byClient = new Map<string, number>()

  function change(client: string, by: number): number {
    const count = (byClient.get(client) ?? 0) + by
    if (count === 0) byClient.delete(client)
    else byClient.set(client, count)
    return count
  }

  return (socket) => {
    const client = networkOf(socket.remoteAddress ?? '') ?? 'unknown'
    const end = () => {
      if (counted.delete(socket)) change(client, -1)
    }
    counted.set(socket, end)
    socket.once('close', end)
    if (change(client, 1) > most) socket.destroy()
  }
}
