import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a server of this machine on which replies can be lost. */
export interface ReplyLosingProxy {
  readonly port: number
  /** From this moment on, cuts a connection when the server answers, instead of passing the answer on. */
  loseReplies(lose: boolean): void
  /** Keeps open connections but passes nothing on any more; new connections work. */
  silence(): void
  close(): void
}

/** Passes connections on to a port on loopback. */
export async function replyLosingProxy(port: number): Promise<ReplyLosingProxy> {
  let losing = false
  const sockets = new Set<Socket>()
  const silenced = new WeakSet<Socket>()
  const server = createServer((client) => {
    const upstream = connect({ port, host: '127.0.0.1' })
    client.on('data', (bytes) => silenced.has(client) || upstream.write(bytes))
    upstream.on('data', (bytes) => {
      if (losing) client.destroy()
      else if (!silenced.has(client)) client.write(bytes)
    })
    for (const [socket, peer] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket)
      socket.on('error', () => peer.destroy())
      socket.on('close', () => peer.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    loseReplies(lose) {
      losing = lose
    },
    silence() {
      for (const socket of sockets) silenced.add(socket)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
